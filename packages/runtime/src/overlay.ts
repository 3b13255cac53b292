/**
 * A separate entry point: errors of scripts that nothing caught, on the page. To import it shows them, in development only. `drive`,
 * `@spindle/engines`, and `@spindle/unplugin` while a page is developed, do that by themselves.
 */
import { showInDevelopment } from './overlay/show-errors.js';

export { show, type Shown } from './overlay/panel.js';
export { hideErrors, showError, showErrors } from './overlay/show-errors.js';
export type { SourcePlace } from './overlay/fetched-source.js';
export { addSource, type FindSource } from './overlay/sources.js';

showInDevelopment();
