// For resolvers that do not read the `exports` of package.json.
import './dist/globals-guard.js';
