/** Phaser 3 has no default export as a module of the browser; a bundler gives its whole namespace as one. */
// oxlint-disable-next-line import/no-absolute-path -- the server has it there
import * as Phaser from '/engine/phaser/dist/phaser.esm.js';

export default Phaser.default ?? Phaser;
