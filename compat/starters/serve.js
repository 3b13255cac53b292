/** Serves a folder, as a host of static pages does: for what has been built by a tool that has no preview. */
import path from 'node:path';
import { serve } from '../../e2e/harness/server.js';

const { origin } = await serve({ '/': path.resolve(process.argv[2]) });
console.log(`${origin}/`);
