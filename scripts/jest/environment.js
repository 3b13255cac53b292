/**
 * The `node` environment of jest with an ordinary global object, and the stacks of the engine. Those of jest are slow: each read of a global such as
 * `Object` goes through an interceptor and takes 100 times as long, which was a tenth of the time of all tests; and a stack is made line by line.
 */
import { readFileSync } from 'node:fs';
import { AsyncLocalStorage } from 'node:async_hooks';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

export default class PlainEnvironment extends TestEnvironment {
  constructor(...given) {
    const { createContext } = vm;
    // jest has no option for this, and its environment creates the context in the constructor.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
    const { babelScript, lane } = given[0].projectConfig.testEnvironmentOptions;
    this.babelPath = babelScript;
    // Two lanes may run side by side.
    this.global.process.env.BABEL = lane;
  }

  setup() {
    // Jest applies source maps to each stack, frame by frame. No file here needs one: types are replaced by spaces.
    delete Error.prepareStackTrace;
    this.global[Symbol.for('spindle.babel')] = (require, importModule) => this.babelOf(require, importModule);
    return super.setup();
  }

  /** Jest has no name for it: a block of tests whose function imports a file. `describe` takes no function that waits. */
  handleTestEvent(event, state) {
    if (event.name !== 'setup') return;
    this.global[Symbol.for('spindle.importTests')] = async (name, importFile) => {
      const around = state.currentDescribeBlock;
      this.global.describe(name, () => void (state.inside = state.currentDescribeBlock));
      state.currentDescribeBlock = state.inside;
      await importFile();
      state.currentDescribeBlock = around;
    };
  }

  /** The packages of @babel, each behind a function that loads it. `require` and `importModule` are those of a module of the test file. */
  babelOf(require, importModule) {
    this.babel ??= scriptOf(this.babelPath).runInContext(this.context)(require, importModule);
    return this.babel;
  }
}

/** By file, what this worker has compiled. All test files share what V8 makes of it, and none of its objects. */
const scripts = new Map();

function scriptOf(filename, code = scripts.get(filename)?.code ?? readFileSync(filename, 'utf8')) {
  const known = scripts.get(filename);
  if (known?.code === code) return known.script;
  const script = new vm.Script(code, { filename });
  scripts.set(filename, { code, script });
  return script;
}

const { compileFunction } = vm;
// jest compiles the modules of packages, and its own in the context of the tests, anew for each test file. One that imports others when it runs needs to know for whom.
vm.compileFunction = (code, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (!/[\\/]node_modules[\\/]/.test(filename) || /\bimport\s*\(/.test(code))
    return compileFunction(code, parameters, options);
  return scriptOf(filename, `(function (${parameters.join()}) {${code}\n})`).runInContext(parsingContext);
};

// jest keeps the test that runs in such a storage, for tests that run at the same time. None do here, and while one is in use, Node notes each promise.
AsyncLocalStorage.prototype.run = (_store, callback, ...args) => callback(...args);
