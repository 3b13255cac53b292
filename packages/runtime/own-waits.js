// For resolvers that do not read the `exports` of package.json: compiled code imports `@spindle/runtime/own-waits`.
export * from './dist/own-waits.js';
