import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import informer from '../../images/informer.svg';
import './style.css';

const picture = () =>
  h('img', { class: 'image-src', src: informer, alt: 'From the API server into the cache' });

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': picture }),
};
