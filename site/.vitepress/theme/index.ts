import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import { Playground } from '../../playground/playground.ts';
import './custom.css';

/** The default theme, with the playground right below the text of its page. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(Playground) }),
};
