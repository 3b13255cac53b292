/**
 * The `node` environment of jest with an ordinary global object, and the stacks of the engine. Those of jest are slow: each read of a global such as
 * `Object` goes through an interceptor and takes 100 times as long, which was a tenth of the time of all tests; and a stack is made line by line.
 */
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
  }

  setup() {
    // Jest applies source maps to each stack, frame by frame. No file here needs one: types are replaced by spaces.
    delete Error.prepareStackTrace;
    return super.setup();
  }
}
