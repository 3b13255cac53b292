/**
 * For babel-jest: compiles the examples and the stage of the playground with the plugin, and takes the types out.
 * The plugin is named by its package, so it is its built `dist`: run `npm run build` first.
 */
import duel from './examples/duel/spindle.config.js';

export default (api) => {
  api.cache.forever();
  return {
    targets: { node: '20.19' },
    presets: ['@babel/preset-typescript'],
    env: { test: { retainLines: true } },
    overrides: [
      { test: ['./examples', './play/stage'], plugins: ['babel-plugin-threads'] },
      { test: './examples/duel', plugins: [['babel-plugin-threads', duel]] },
    ],
  };
};
