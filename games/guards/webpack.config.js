import spindle from '@spindle/unplugin/webpack';

export default {
  mode: 'development',
  devtool: 'source-map',
  // The page and its style are copied as they are.
  entry: ['./index.html', './src/style.css', './src/main.ts'],
  output: { filename: 'main.js', path: `${import.meta.dirname}/dist`, clean: true },
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    rules: [
      // The compiler of the scripts has read them before, so types are not checked here, but by `tsc`.
      {
        test: /\.ts$/,
        loader: 'ts-loader',
        options: { transpileOnly: true, compilerOptions: { noEmit: false, sourceMap: true } },
      },
      { test: /\.(?:html|css)$/, type: 'asset/resource', generator: { filename: '[name][ext]' } },
    ],
  },
  // So that the game can be saved in the middle of its scripts.
  plugins: [spindle({ target: 'frames', saves: true })],
  performance: { hints: false },
  stats: 'errors-warnings',
};
