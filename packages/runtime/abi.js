// For resolvers that do not read the `exports` of package.json: compiled code imports `@spindle/runtime/abi`.
export * from './dist/abi.js';
