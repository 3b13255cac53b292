export * from './dist/module.js';
