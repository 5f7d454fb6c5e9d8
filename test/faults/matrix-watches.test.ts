import { defineMatrix } from './matrix.js';

defineMatrix(['after mark', 'idle', 'under load', 'stopping']);
