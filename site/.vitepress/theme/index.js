import { h } from 'vue';
import DefaultTheme from 'vitepress/theme-without-fonts';
import HomeActions from './HomeActions.vue';
import HomeScene from './HomeScene.vue';
import NotFound from './NotFound.vue';
import RunnableScene from './RunnableScene.vue';
// oxlint-disable-next-line import/no-unassigned-import -- VitePress finds the styles here
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp({ app }) {
    app.component('HomeActions', HomeActions);
    app.component('HomeScene', HomeScene);
    app.component('RunnableScene', RunnableScene);
  },
};
