/** A loader for webpack that removes types, as `esbuild-loader` does. */
const esbuild = require('esbuild');

module.exports = function (source, map) {
  const done = this.async();
  const inline = map
    ? `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
    : '';
  esbuild
    .transform(source + inline, { loader: 'ts', sourcemap: 'external', sourcefile: this.resourcePath })
    .then(({ code, map: made }) => done(null, code, JSON.parse(made)), done);
};
