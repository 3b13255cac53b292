/** `spindle.js` and `spindle.min.js`: `<script src="spindle.js"></script>` makes the global `Spindle`. */
import { begin } from './begin.js';

begin((document.currentScript as HTMLScriptElement).src, document.currentScript);
