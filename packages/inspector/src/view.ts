/** The view: importing it defines `<spindle-inspector>`. */
import { SpindleInspector } from './view/element.js';

export { type LinesDetail, type SourceDetail, type SourceOf, SpindleInspector } from './view/element.js';
export { servePanel } from './serve-panel.js';
export { inspectorOverlay, type OverlayOptions } from './view/overlay.js';

declare global {
  interface HTMLElementTagNameMap {
    'spindle-inspector': SpindleInspector;
  }
}

// A page may have it twice, such as by two bundles.
if (globalThis.customElements !== undefined && customElements.get('spindle-inspector') === undefined)
  customElements.define('spindle-inspector', SpindleInspector);
