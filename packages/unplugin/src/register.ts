/** `node --import @spindle/unplugin/register game.js` */
import { registerSpindle } from './node.js';

registerSpindle();
