import {
  compiledCount,
  type Program,
  type Receiver,
  stands,
  type Statement,
  statementsOf,
  type Taking,
  takings,
} from './program.js';

/**
 * A program as the plugin would emit it: generators without delegation, for `yield*` would swallow a cancel in `finally`.
 * The code gives the functions `f0`, `f1`, …, which run the body of the call with the id they get, and one function for each
 * statement of plain code. It speaks of `$` (the runtime) and `p` (the player of `drive.ts`). With `calls: "fast"` it yields only on
 * a real pause, which has to give the same trace.
 */
export function emit(program: Program): string {
  const calls = [...statementsOf(program.roots.map(({ body }) => body))].filter((each) => each.do === 'call');
  const roots = program.roots.flatMap(({ body }) => body);
  const code = `
const ask = $.$thread.plain(function (id) { p.log(id + ' answers'); return id; }, 'ask(1) question');
const functions = [${takings.map((_, fn) => emitFunction(fn, calls)).join(', ')}];
const roots = { ${roots.map((root) => `${root.id}() { ${emitPlain(root, null)} }`).join(',\n')} };
return { functions, roots };`;
  const [before, after] = program.calls === 'fast' ? ['($.isPause($v = ', ') ? yield $v : $v)'] : ['yield ', ''];
  return code.replaceAll(marks[0], before).replaceAll(marks[1], after);
}

/** Stand around a call that may wait, until `emit` knows how it is written. */
const marks = ['⟦', '⟧'] as const;
const pauses = (call: string): string => marks[0] + call + marks[1];

/** One generator for each call, so that the engine compiles only those that run. */
function emitFunction(fn: number, calls: readonly Statement[]): string {
  const cases = calls.filter((call) => call.do === 'call' && call.fn === fn) as (Statement & { do: 'call' })[];
  const bodies = cases.map(({ id, body, gives }) => {
    const given = gives ? `p.later(${id}, ${gives.frames}, ${gives.rejects})` : `${id}`;
    return `*b${id}() {\n${emitScript(`f${fn}(${id})`, id, body, given)}}`;
  });
  const all = `const bodies${fn} = { ${bodies.join(',\n')} };`;
  const { busy, again } = takings[fn] as Taking;
  const meta = [`f${fn}(1)`, busy, again].filter(Boolean).join(' ');
  return `(() => { ${all}\nreturn $.$thread(function (id) { return bodies${fn}["b" + id].call(this); }, "${meta}"); })()`;
}

function emitScript(label: string, id: number, body: readonly Statement[], given = String(id)): string {
  // Another function begins.
  const outer = isInFinally;
  isInFinally = false;
  const script = `let $v;\np.begin("${label}", ${id});\n${emitBody(body)}\np.log("${id} ends");\nreturn ${given};\n`;
  isInFinally = outer;
  return script;
}

const emitBody = (body: readonly Statement[]): string => body.map(emitStatement).join('\n');

/** An arrow given to a combinator or to `start`. */
const emitArrow = (label: string, id: number, body: readonly Statement[], self = 'this'): string =>
  `$.$thread.arrow(function* () {\n${emitScript(label, id, body)}}, "${label}", ${self})`;

/** What a combinator gets: a function, or a call that stands in it, in an arrow that the plugin leaves or compiles. */
function emitBranch(label: string, id: number, body: readonly Statement[]): string {
  const [statement] = body;
  if (!statement || !stands(statement)) return emitArrow(label, id, body);
  const begins = `p.begin("${label}", ${id})`;
  const call = `p.functions[${statement.fn}].call(${receiverOf(statement.on)}, ${statement.id})`;
  if (statement.how === 'plain') return `() => (${begins}, ${call})`;
  const code = `let $v; ${begins}; try { return ${pauses(call)}; } catch (error) { throw p.passes(error); }`;
  return `$.$thread.arrow(function* () { ${code} }, "${label}(0) concise", this)`;
}

const receiverOf = (on: Receiver, self = 'this'): string =>
  typeof on === 'number' ? `p.actors[${on}]` : on === 'this' ? self : on === 'library' ? 'p.library' : 'undefined';

/** The functions after the compiled ones are native, made observable. */
const functionOf = (fn: number): string =>
  fn < compiledCount ? `p.functions[${fn}]` : `p.hooked[${fn - compiledCount}]`;

const argsOf = (id: number, args: number): string => Array.from({ length: args }, () => id).join(', ');

const eventsOf = (source: number): string => `p.sources[${source}], "event"`;

/** What may bring the error of another thread says when it does. */
function emitStatement(statement: Statement): string {
  const joins = ['call', 'waitOn', 'join', 'waitEntity', 'group', 'scope'].includes(statement.do);
  const code = emitBare(statement);
  return joins ? `try { ${code} } catch (error) { throw p.passes(error); }` : code;
}

/** Long, as it is a table: one case for each kind of statement. */
function emitBare(statement: Statement): string {
  const { id } = statement;
  const isWord = 'isWord' in statement && statement.isWord && !statement.held;
  const keeper = 'held' in statement && statement.held ? 'p.keeper(this)' : isWord ? 'p.scheduler' : '$';
  const woke = (wait: string): string => `p.woke(${id}, ${pauses(`${keeper}.${wait}`)});`;
  switch (statement.do) {
    case 'call': {
      if (statement.how === 'outside') return emitPlain(statement, 'this');
      const call = `p.functions[${statement.fn}].call(${receiverOf(statement.on)}, ${id})`;
      if (statement.how === 'used' || typeof statement.on !== 'number') return `p.got(${id}, ${pauses(call)});`;
      return `${pauses(`$.beside(${call})`)}; p.log("${id} called");`;
    }
    case 'ask': {
      if (statement.how === 'outside') return emitPlain(statement, 'this');
      return `p.got(${id}, ${pauses(`ask.call(${receiverOf(statement.on)}, ${id})`)});`;
    }
    case 'wait':
      return woke(isWord ? `sleep(${statement.ms})` : `wait(${statement.ms})`);
    case 'yield':
      return `p.woke(${id}, ${pauses('p.scheduler.yield()')});`;
    case 'withClock':
      return woke(`withClock(p.clocks[${statement.clock}], ${emitArrow(`c${id}`, id, statement.body)})`);
    case 'waitUntilTime':
      return woke(`waitUntilTime(${statement.ms})`);
    case 'scope':
      return woke(`scope(${emitArrow(`n${id}`, id, statement.body)})`);
    case 'tween': {
      const ease = statement.eases ? ', (t) => t * t' : '';
      return woke(`tween(${statement.ms}, (t) => p.log("${id} at " + t)${ease})`);
    }
    case 'waitFrame':
      return woke(`waitUntil($.clock.frame + ${statement.frames})`);
    case 'waitFrames':
      return woke(`waitFrames(${statement.frames})`);
    case 'waitUntil':
      return woke(
        `${isWord ? 'check' : 'waitUntil'}(() => p.asked() >= ${statement.count}${statement.throws ? ' && p.throws()' : ''})`,
      );
    case 'loop':
      return `for (let turn${id} = 0; turn${id} < ${statement.times}; ) {
const frame${id} = $.clock.frame;
p.log("${id} turn " + ++turn${id});
${emitBody(statement.body)}
${pauses(`$.waitUntil(frame${id} + 1)`)};
}`;
    case 'waitSignal':
      return woke(`${isWord ? 'wait' : 'waitSignal'}("s${statement.name}")`);
    case 'waitCall':
      return woke(`waitFor(${functionOf(statement.fn)}, ${receiverOf(statement.on)})`);
    case 'waitOn': {
      const call = `p.waits[${statement.on}].wait(${statement.ms})`;
      return statement.how === 'used'
        ? `p.got(${id}, ${pauses(call)});`
        : `${pauses(`$.beside(${call})`)}; p.log("${id} called");`;
    }
    case 'promise': {
      const { from, how } = statement;
      const made =
        typeof from === 'number' ? `p.shared[${from}].promise` : `p.later(${id}, ${from.frames}, ${from.rejects})`;
      if (how === 'call') return `p.got(${id}, ${pauses(`p.give(${made})`)});`;
      return `p.woke(${id}, ${pauses(`${how === 'held' ? 'p.keeper(this)' : '$'}.waitFor(${made})`)});`;
    }
    case 'waitEvent': {
      const { source, filter, timeout } = statement;
      // As a script writes it: a new function each time.
      const options = [filter && `filter: (event) => p.${filter}(event)`, timeout !== null && `timeout: ${timeout}`];
      return woke(`waitForEvent(${eventsOf(source)}, { ${options.filter(Boolean).join(', ')} })`);
    }
    case 'every':
      return woke(`every(${statement.ms})`);
    case 'listen':
      return emitListen(statement);
    case 'next': {
      const queue = `p.queue(${statement.queue})`;
      return `if (!${queue}) { ${emitListen(statement)} }\np.woke(${id}, ${pauses(`${queue}.next()`)});`;
    }
    case 'size': {
      const clear = statement.clears ? `p.queue(${statement.queue})?.clear();` : '';
      return `p.log("${id} size " + p.queue(${statement.queue})?.size); ${clear}`;
    }
    case 'join': {
      const slot = `p.slots[${statement.slot}]`;
      // Who needs its owner first may never come to it.
      const joined = statement.held ? slot : `p.joins(${slot})`;
      return `if (!${slot}) p.log("${id} nobody"); else ${woke(`waitFor(${joined})`)}`;
    }
    case 'waitEntity':
      return woke(`waitFor(p.actors[${statement.on}])`);
    case 'try': {
      const { body, catch: caught, finally: last } = statement;
      if (!caught && !last) return emitBody(body);
      const rescue = caught ? `catch (error) { p.log("${id} caught " + p.labelOf(error));\n${emitBody(caught)}\n}` : '';
      // Where the plugin writes it: a block that throws has left as well.
      const notes = isInFinally ? 'throw error;' : 'yield $.$thread.leaveFinally(error); throw error;';
      const tried = caught
        ? `try { try {\n${emitBody(body)}\n} catch (error) { ${notes} } } ${rescue}`
        : emitBody(body);
      if (!last) return tried;
      const end = `finally { p.log("${id} finally");\n${emitFinally(last)}\n}`;
      return `p.log("${id} tries");\ntry {\n${tried}\n} ${rethrow()} ${end}`;
    }
    case 'group': {
      const branches = statement.branches.map((body, index) => emitBranch(`g${id}.${index}`, id, body));
      const named = `{ ${branches.map((branch, index) => `t${index}: ${branch}`).join(', ')} }`;
      const calls = { args: branches.join(', '), array: `[${branches.join(', ')}]`, object: named }[statement.form];
      const args = {
        all: calls,
        race: calls,
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

/** A block in a block has no edges: what is carried to one that has none would come to the next that has. */
const rethrow = (): string =>
  `catch (error) { throw ${isInFinally ? 'p.passes(error)' : '$.$thread.carry(p.passes(error))'}; }`;

/** The block with its edges; those of a block in a block do not count, and the plugin leaves them out. */
function emitFinally(body: readonly Statement[]): string {
  if (isInFinally) return emitBody(body);
  isInFinally = true;
  const block = `yield $.$thread.enterFinally();\n${emitBody(body)}\nyield $.$thread.leaveFinally();`;
  isInFinally = false;
  return block;
}
let isInFinally = false;

function emitListen({ id, queue, heard: { kind, which, on } }: Statement & { do: 'listen' | 'next' }): string {
  const args = {
    signal: `"s${which}"`,
    call: `${functionOf(which)}, ${receiverOf(on)}`,
    event: eventsOf(which),
  }[kind];
  return `p.listens(${queue}, $.listen(${args})); p.log("${id} listens");`;
}

const repeat = (times: number, code: string): string => Array.from({ length: times }, () => code).join(' ');

/** What plain code does; also the statements that do not wait. */
function emitPlain(statement: Statement, self: 'this' | null): string {
  const { id } = statement;
  switch (statement.do) {
    case 'log':
      return `p.log("${id} log");`;
    case 'count':
      return `p.log("${id} count " + ++p.count);`;
    case 'signal':
      return repeat(statement.times, `$.signal("s${statement.name}", ${id}, { sticky: ${statement.sticky} });`);
    case 'clearSignal':
      return `$.clearSignal("s${statement.name}");`;
    case 'hooked':
      return `p.log("${id} gave " + ${functionOf(statement.fn)}.call(${receiverOf(statement.on, self ?? 'undefined')}, ${argsOf(id, statement.args)}));`;
    case 'settle':
      return `p.settle(${id}, ${statement.promise}, ${statement.rejects});`;
    case 'emit':
      return repeat(statement.times, `p.emit(${statement.source}, [${argsOf(id, statement.args)}]);`);
    case 'after': {
      const acts = statement.body.map((each) => `p.tries(${each.id}, () => { ${emitPlain(each, null)} });`);
      return `p.scheduler.after(${statement.ms}, () => { ${acts.join('\n')} });`;
    }
    case 'clock': {
      const clock = `p.clocks[${statement.clock}]`;
      return statement.how === 'scale' ? `${clock}.scale = ${statement.scale};` : `${clock}.${statement.how}();`;
    }
    case 'cancel':
      return `p.slots[${statement.slot}]?.cancel("by ${id}"${statement.now ? ', { now: true }' : ''});`;
    case 'pause':
      return `p.slots[${statement.slot}]?.${statement.how}();`;
    case 'cancelAll':
      return `p.waits[${statement.on}].cancelAll("by ${id}");`;
    case 'closeAll':
      return `p.scheduler.close("by ${id}"${statement.now ? ', { now: true }' : ''});`;
    case 'cancelOthers':
      return `p.waits[${statement.on}].cancelOthers("by ${id}");`;
    case 'close':
      return `p.waits[${statement.on}].close("by ${id}");`;
    case 'me':
      return self ? `p.slots[${statement.slot}] = $.currentThread();` : '';
    case 'throw':
      return `throw new Error("e${id}");`;
    case 'call': {
      const receiver = receiverOf(statement.on, self ?? 'undefined');
      return `p.gave(${id}, ${statement.slot}, $.outside(p.functions[${statement.fn}], ${receiver}, [${id}]));`;
    }
    case 'ask':
      return `p.gave(${id}, null, $.outside(ask, ${receiverOf(statement.on, self ?? 'undefined')}, [${id}]));`;
    case 'start': {
      const { how, priority, owner, slot, body } = statement;
      const arrow = emitArrow(`s${id}`, id, body, self ?? 'undefined');
      const start = how === 'start' ? '$.start' : how === 'attach' && self ? '$.attach' : 'p.spawn';
      const options = [priority !== null && `priority: ${priority}`, owner !== null && `owner: p.actors[${owner}]`];
      return `p.started("s${id}", ${slot}, ${start}(${arrow}, { ${options.filter(Boolean).join(', ')} }));`;
    }
    default:
      throw new Error(`internal: ${statement.do} waits`);
  }
}
