import { createRollupPlugin, type UnpluginInstance } from 'unplugin';
import type { SpindleOptions } from './options.js';
import { factory } from './plugin.js';

export type { Pattern, SpindleOptions } from './options.js';

const spindle: UnpluginInstance<SpindleOptions | undefined, false>['rollup'] = createRollupPlugin(factory);
export default spindle;
