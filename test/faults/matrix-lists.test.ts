import { defineMatrix } from './matrix.js';

defineMatrix(['first list', 'mid-page', 'list→watch', 'before mark']);
