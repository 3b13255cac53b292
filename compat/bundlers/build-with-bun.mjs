import spindle from '@spindle/unplugin/bun';

const [folder, given] = process.argv.slice(2);
const { noPlugin, options } = JSON.parse(given);
await Bun.build({
  entrypoints: [`${folder}/src/main.ts`],
  outdir: `${folder}/dist`,
  naming: 'out.js',
  target: 'node',
  sourcemap: 'linked',
  plugins: noPlugin ? [] : [spindle(options)],
});
