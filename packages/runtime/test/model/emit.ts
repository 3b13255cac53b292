import { type Program, type Receiver, type Statement, statementsOf } from './program.js';

/**
 * A program as the plugin would emit it: generators without delegation, for `yield*` would swallow a cancel in `finally`.
 * The code gives the functions `f0` and `f1`, which run the body of the call with the id they get, and one function for each
 * statement of plain code. It speaks of `$` (the runtime) and `p` (the player of `drive.ts`).
 */
export function emit(program: Program): string {
  const calls = [...statementsOf(program.roots.map(({ body }) => body))].filter((each) => each.do === 'call');
  const roots = program.roots.flatMap(({ body }) => body);
  return `
const functions = [${[0, 1].map((fn) => emitFunction(fn, calls)).join(', ')}];
const roots = { ${roots.map((root) => `${root.id}() { ${emitPlain(root, null)} }`).join(',\n')} };
return { functions, roots };`;
}

function emitFunction(fn: number, calls: readonly Statement[]): string {
  const cases = calls.filter((call) => call.do === 'call' && call.fn === fn) as (Statement & { do: 'call' })[];
  const bodies = cases.map(({ id, body }) => `case ${id}: {\n${emitScript(`f${fn}(${id})`, id, body)}}`);
  return `$.$thread(function* (id) { switch (id) {\n${bodies.join('\n')}\n} }, "f${fn}(1)")`;
}

function emitScript(label: string, id: number, body: readonly Statement[]): string {
  return `p.begin("${label}", ${id});\n${emitBody(body)}\np.log("${id} ends");\nreturn ${id};\n`;
}

const emitBody = (body: readonly Statement[]): string => body.map(emitStatement).join('\n');

/** An arrow given to a combinator or to `start`. */
const emitArrow = (label: string, id: number, body: readonly Statement[], self = 'this'): string =>
  `$.$thread.arrow(function* () {\n${emitScript(label, id, body)}}, "${label}", ${self})`;

const receiverOf = (on: Receiver, self = 'this'): string =>
  typeof on === 'number' ? `p.actors[${on}]` : on === 'this' ? self : 'undefined';

function emitStatement(statement: Statement): string {
  const { id } = statement;
  const keeper = 'held' in statement && statement.held ? 'p.keeper(this)' : '$';
  const woke = (wait: string): string => `p.woke(${id}, yield ${keeper}.${wait});`;
  switch (statement.do) {
    case 'call': {
      if (statement.how === 'outside') return emitPlain(statement, 'this');
      const call = `p.functions[${statement.fn}].call(${receiverOf(statement.on)}, ${id})`;
      if (statement.how === 'used' || typeof statement.on !== 'number') return `p.got(${id}, yield ${call});`;
      return `yield $.beside(${call}); p.log("${id} called");`;
    }
    case 'wait':
      return woke(`wait(${statement.ms})`);
    case 'waitFrames':
      return woke(`waitFrames(${statement.frames})`);
    case 'waitUntil':
      return woke(`waitUntil(() => p.count >= ${statement.count})`);
    case 'loop':
      return `for (let turn${id} = 0; turn${id} < ${statement.times}; ) {
const frame${id} = $.clock.frame;
p.log("${id} turn " + ++turn${id});
${emitBody(statement.body)}
yield $.waitUntil(frame${id} + 1);
}`;
    case 'waitSignal':
      return woke(`waitSignal("s${statement.name}")`);
    case 'waitCall':
      return woke(`waitFor(p.functions[${statement.fn}], ${receiverOf(statement.on)})`);
    case 'join':
      return `if (!p.slots[${statement.slot}]) p.log("${id} nobody"); else ${woke(`waitFor(p.slots[${statement.slot}])`)}`;
    case 'waitEntity':
      return woke(`waitFor(p.actors[${statement.on}])`);
    case 'try': {
      const { body, catch: caught, finally: last } = statement;
      if (!caught && !last) return emitBody(body);
      const rescue = caught ? `catch (error) { p.log("${id} caught " + p.labelOf(error));\n${emitBody(caught)}\n}` : '';
      const end = last ? `finally { p.log("${id} finally");\n${emitBody(last)}\n}` : '';
      const tries = last ? `p.log("${id} tries");\n` : '';
      return `${tries}try {\n${emitBody(body)}\n} ${rescue} ${end}`;
    }
    case 'group': {
      const branches = statement.branches.map((body, index) => emitArrow(`g${id}.${index}`, id, body));
      const named = `{ ${branches.map((branch, index) => `t${index}: ${branch}`).join(', ')} }`;
      const args = {
        all: branches.join(', '),
        race: branches.join(', '),
        tracks: named,
        withTimeout: `${statement.ms}, ${branches[0]}`,
        hold: `${branches[0]}`,
      }[statement.how];
      return woke(`${statement.how}(${args})`);
    }
    default:
      return emitPlain(statement, 'this');
  }
}

/** What plain code does; also the statements that do not wait. */
function emitPlain(statement: Statement, self: 'this' | null): string {
  const { id } = statement;
  switch (statement.do) {
    case 'log':
      return `p.log("${id} log");`;
    case 'count':
      return `p.log("${id} count " + ++p.count);`;
    case 'signal':
      return `$.signal("s${statement.name}", ${id}, { sticky: ${statement.sticky} });`;
    case 'clearSignal':
      return `$.clearSignal("s${statement.name}");`;
    case 'cancel':
      return `p.slots[${statement.slot}]?.cancel("cancelled");`;
    case 'cancelAll':
      return `p.actors[${statement.on}].cancelAll("cancelled");`;
    case 'close':
      return `p.actors[${statement.on}].close("closed");`;
    case 'me':
      return self ? `p.slots[${statement.slot}] = $.currentThread();` : '';
    case 'throw':
      return `throw new Error("e${id}");`;
    case 'call': {
      const receiver = receiverOf(statement.on, self ?? 'undefined');
      return `p.gave(${id}, ${statement.slot}, $.outside(p.functions[${statement.fn}], ${receiver}, [${id}]));`;
    }
    case 'start': {
      const { how, priority, slot, body } = statement;
      const arrow = emitArrow(`s${id}`, id, body, self ?? 'undefined');
      const start = how === 'start' ? '$.start' : how === 'attach' && self ? '$.attach' : 'p.spawn';
      return `p.started("s${id}", ${slot}, ${start}(${arrow}, { priority: ${priority} }));`;
    }
    default:
      throw new Error(`internal: ${statement.do} waits`);
  }
}
