/**
 * The `node` environment of jest with a global object like any other: jest makes one whose every read, of `Object` or `Array`, goes
 * through a proxy and takes 100 times as long, which is a tenth of all our tests.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

export default class PlainEnvironment extends TestEnvironment {
  constructor(...given) {
    const { createContext } = vm;
    // jest has no option for it: the environment makes its context in the constructor.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
  }
}
