// For resolvers that do not read the `exports` of package.json.
export * from './dist/development.js';
