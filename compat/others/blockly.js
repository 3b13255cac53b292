/** Blocks that take time: Blockly's generator writes the program, and the compiler makes one script of it, in the page. */
import * as Blockly from 'blockly/core';
import 'blockly/blocks';
import { javascriptGenerator, Order } from 'blockly/javascript';
import * as english from 'blockly/msg/en';
import { transform } from '@spindle/compiler';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';

Blockly.setLocale(english);
Blockly.defineBlocksWithJsonArray([
  {
    type: 'forward',
    message0: 'go %1 steps',
    args0: [{ type: 'input_value', name: 'STEPS', check: 'Number' }],
    previousStatement: null,
    nextStatement: null,
  },
  { type: 'turn', message0: 'turn right', previousStatement: null, nextStatement: null },
]);
Object.assign(javascriptGenerator.forBlock, {
  forward: (block, generator) => `forward(${generator.valueToCode(block, 'STEPS', Order.NONE) || 1});\n`,
  turn: () => 'turn();\n',
});
javascriptGenerator.addReservedWords('forward,turn');

/** What the blocks call. `asLibrary` says: whoever calls them waits for them. */
// @compile
export const wordsFor = (robot) =>
  asLibrary({
    forward(steps) {
      for (let i = 0; i < steps; i++) {
        wait(100);
        robot.x += [1, 0, -1, 0][robot.facing];
        robot.y += [0, 1, 0, -1][robot.facing];
      }
    },
    turn() {
      wait(50);
      robot.facing = (robot.facing + 1) % 4;
    },
  });

globalThis.SPINDLE = { ...runtime, ...abi };

/** The program of a workspace: `start(program)` runs it, and `cancel` of what that gives is the STOP button. */
export function programOf(workspace, { forward, turn }) {
  const text = `// @script\n${javascriptGenerator.workspaceToCode(workspace)}`;
  const { code } = transform(text, {
    filename: 'blocks.js',
    sourceType: 'script',
    runtime: { global: 'SPINDLE' },
  });
  const module = {};
  new Function('module', 'forward', 'turn', code)(module, forward, turn);
  return module.exports;
}
