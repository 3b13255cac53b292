/** The same in the oldest versions that the peers of `@spindle/engines` allow: `e2e/engines-oldest`. */
process.env.ENGINES = 'engines-oldest';
await import('./engines.test.js');
