/** The `spindle` command as a function: `await main(['precompile', 'scripts/*.js'])` gives its exit code. */
export { main, type World } from './main.js';
