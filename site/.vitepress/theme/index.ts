import DefaultTheme from 'vitepress/theme';
import type { App } from 'vue';
import { Playground } from '../../playground/playground.ts';
import './custom.css';

/** The default theme, with the playground for the text of its page. */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }: { readonly app: App }) => {
    app.component('Playground', Playground);
  },
};
