import type { Form } from './forms.js';
import {
  compiledCount,
  type Program,
  type Receiver,
  stands,
  isBareWait,
  type Statement,
  statementsOf,
  type Taking,
  takings,
} from './program.js';

/**
 * A program as code. It gives the functions `f0`, `f1`, …, which run the body of the call with the id they get, and one function for
 * each statement of plain code. It speaks of `$` (the runtime) and `p` (the player of `drive.ts`). What the two forms of it have in
 * common stands here, and where they differ in forms.ts. `has`: which of the functions are wanted; the last one is the plain code.
 */
export function emit(program: Program, form: Form, has: (unit: number) => boolean = () => true): string {
  return new Emitter(form).program(program, has);
}

class Emitter {
  readonly #form: Form;
  /** In a `finally` block of the same function. */
  #isInFinally = false;

  constructor(form: Form) {
    this.#form = form;
  }

  program(program: Program, has: (unit: number) => boolean): string {
    const calls = [...statementsOf(program.roots.map(({ body }) => body))].filter((each) => each.do === 'call');
    const roots = has(compiledCount) ? program.roots.flatMap(({ body }) => body) : [];
    const functions = takings.map((taking, fn) => (has(fn) ? this.#function(fn, taking, calls) : 'null'));
    return `
const functions = [${functions.join(',\n')}];
const roots = Object.freeze({ ${roots.map((root) => `${root.id}: () => { ${this.#plain(root, null)} }`).join(',\n')} });
return { functions, roots };`;
  }

  #function(fn: number, taking: Taking, calls: readonly (Statement & { do: 'call' })[]): string {
    const bodies = calls
      .filter((call) => call.fn === fn)
      .map(({ id, body, gives }) => {
        const given = gives ? `p.later(${id}, ${gives.frames}, ${gives.rejects})` : `${id}`;
        return { id, script: this.#script(`f${fn}(${id})`, id, body, given) };
      });
    return this.#form.function(`f${fn}`, taking, bodies);
  }

  #script(label: string, id: number, body: readonly Statement[], given = String(id)): string {
    // Another function begins.
    const outer = this.#isInFinally;
    this.#isInFinally = false;
    const script = `p.begin("${label}", ${id});\n${this.#body(body)}\np.log("${id} ends");\nreturn ${given};\n`;
    this.#isInFinally = outer;
    return script;
  }

  #body(body: readonly Statement[]): string {
    return body.map((statement) => this.#statement(statement)).join('\n');
  }

  /** An arrow given to a combinator or to `start`. */
  #arrow(label: string, id: number, body: readonly Statement[], self = 'this'): string {
    return this.#form.arrow(label, this.#script(label, id, body), self);
  }

  /** What a combinator gets: a function, or a call that stands in it, in an arrow that the plugin leaves or compiles. */
  #branch(label: string, id: number, body: readonly Statement[]): string {
    const [statement] = body;
    if (statement && isBareWait(body)) {
      const wait = this.#bare(statement, (text) => text);
      return this.#form.native(`() => (p.begin("${label}", ${id}), ${wait})`);
    }
    if (!statement || !stands(statement)) return this.#arrow(label, id, body);
    const [fn, receiver] = [`p.functions[${statement.fn}]`, receiverOf(statement.on)];
    if (statement.how === 'concise')
      return this.#form.concise(label, `p.begin("${label}", ${id})`, { fn, receiver, args: `${statement.id}` });
    return this.#form.native(`() => (p.begin("${label}", ${id}), ${fn}.call(${receiver}, ${statement.id}))`);
  }

  /** What may bring the error of another thread says when it does. */
  #statement(statement: Statement): string {
    const joins = ['call', 'waitOn', 'join', 'waitEntity', 'group', 'scope'].includes(statement.do);
    const code = this.#bare(statement);
    return joins ? `try { ${code} } catch (error) { throw p.passes(error); }` : code;
  }

  /** Long, as it is a table: one case for each kind of statement. `wakes`: what is made of a wait. */
  #bare(statement: Statement, wakes?: (wait: string) => string): string {
    const { id } = statement;
    const pauses = (call: string): string => this.#form.call(call);
    const beside = (call: string): string => this.#form.beside(call);
    const isWord = 'isWord' in statement && statement.isWord && !statement.held;
    const keeper = 'held' in statement && statement.held ? 'p.keeper(this).' : isWord ? 'p.host.' : this.#form.words;
    const woke = (wait: string): string =>
      wakes === undefined ? `p.woke(${id}, ${pauses(`${keeper}${wait}`)});` : wakes(`${keeper}${wait}`);
    switch (statement.do) {
      case 'call': {
        if (statement.how === 'outside') return this.#plain(statement, 'this');
        const call = `p.functions[${statement.fn}].call(${receiverOf(statement.on)}, ${id})`;
        if (statement.how === 'used' || typeof statement.on !== 'number') return `p.got(${id}, ${pauses(call)});`;
        return `${beside(call)}; p.log("${id} called");`;
      }
      case 'ask': {
        if (statement.how === 'outside') return this.#plain(statement, 'this');
        return `p.got(${id}, ${pauses(`p.ask.call(${receiverOf(statement.on)}, ${id})`)});`;
      }
      case 'wait':
        return woke(isWord ? `sleep(p.scheduler, ${statement.ms})` : `wait(${statement.ms})`);
      case 'yield':
        return `p.woke(${id}, ${pauses('p.host.yieldTurn(p.scheduler)')});`;
      case 'withClock':
        return woke(`withClock(p.clocks[${statement.clock}], ${this.#arrow(`c${id}`, id, statement.body)})`);
      case 'waitUntilTime':
        return woke(`waitUntilTime(${statement.ms})`);
      case 'scope':
        return woke(`scope(${this.#arrow(`n${id}`, id, statement.body)})`);
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
          `${isWord ? 'check(p.scheduler, ' : 'waitUntil('}() => p.asked() >= ${statement.count}${statement.throws ? ' && p.throws()' : ''})`,
        );
      case 'loop':
        return this.#form.loop(
          id,
          statement.times,
          `p.log("${id} turn " + ++turn${id});\n${this.#body(statement.body)}`,
        );
      case 'waitSignal':
        return woke(`${isWord ? 'waitSignalOn(p.scheduler, ' : 'waitSignal('}"s${statement.name}")`);
      case 'waitCall':
        return woke(`waitFor(${functionOf(statement.fn)}, ${receiverOf(statement.on)})`);
      case 'waitOn': {
        const call = `p.waits[${statement.on}].wait(${statement.ms})`;
        return statement.how === 'used' ? `p.got(${id}, ${pauses(call)});` : `${beside(call)}; p.log("${id} called");`;
      }
      case 'promise': {
        const { from, how } = statement;
        const made =
          typeof from === 'number' ? `p.shared[${from}].promise` : `p.later(${id}, ${from.frames}, ${from.rejects})`;
        if (how === 'call') return `p.got(${id}, ${pauses(`p.give(${made})`)});`;
        const waits = how === 'held' ? 'p.keeper(this).' : this.#form.words;
        return `p.woke(${id}, ${pauses(`${waits}waitFor(${made})`)});`;
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
      case 'try':
        return this.#try(statement);
      case 'group': {
        const branches = statement.branches.map((body, index) => this.#branch(`g${id}.${index}`, id, body));
        const named = `{ ${branches.map((branch, index) => `t${index}: ${branch}`).join(', ')} }`;
        const calls = { args: branches.join(', '), array: `[${branches.join(', ')}]`, object: named }[statement.form];
        const args = {
          all: calls,
          race: calls,
          tracks: named,
          withTimeout: `${statement.ms}, ${branches[0]}`,
          hold: `${branches[0]}`,
        }[statement.how];
        // No word of the free ones.
        if (statement.how === 'hold' && !statement.held) return `p.woke(${id}, ${pauses(`$.hold(${args})`)});`;
        return woke(`${statement.how}(${args})`);
      }
      default:
        return this.#plain(statement, 'this');
    }
  }

  #try({ id, body, catch: caught, finally: last }: Statement & { do: 'try' }): string {
    if (!caught && !last) return this.#body(body);
    const rescue = caught ? `catch (error) { p.log("${id} caught " + p.labelOf(error));\n${this.#body(caught)}\n}` : '';
    const tried = caught ? `${this.#form.tried(this.#body(body), this.#isInFinally)} ${rescue}` : this.#body(body);
    if (!last) return tried;
    const end = `finally { p.log("${id} finally");\n${this.#finally(last)}\n}`;
    return `p.log("${id} tries");\n${this.#form.carried(tried, this.#isInFinally)} ${end}`;
  }

  #finally(body: readonly Statement[]): string {
    const outer = this.#isInFinally;
    this.#isInFinally = true;
    const block = this.#body(body);
    this.#isInFinally = outer;
    return this.#form.finally(block, outer);
  }

  /** What plain code does; also the statements that do not wait. */
  #plain(statement: Statement, self: 'this' | null): string {
    const { id } = statement;
    const receiver = (on: Receiver): string => receiverOf(on, self ?? 'undefined');
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
        return `p.log("${id} gave " + ${functionOf(statement.fn)}.call(${receiver(statement.on)}, ${argsOf(id, statement.args)}));`;
      case 'settle':
        return `p.settle(${id}, ${statement.promise}, ${statement.rejects});`;
      case 'emit':
        return repeat(statement.times, `p.emit(${statement.source}, [${argsOf(id, statement.args)}]);`);
      case 'after': {
        const acts = statement.body.map((each) => `p.tries(${each.id}, () => { ${this.#plain(each, null)} });`);
        const code = `function () { ${acts.join('\n')} }`;
        return `p.host.after(p.scheduler, ${statement.ms}, ${self ? this.#form.native(code) : code});`;
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
        const made = `$.outside(p.functions[${statement.fn}], ${receiver(statement.on)}, [${id}])`;
        return `p.gave(${id}, ${statement.slot}, ${made});`;
      }
      case 'ask':
        return `p.gave(${id}, null, $.outside(p.ask, ${receiver(statement.on)}, [${id}]));`;
      case 'start': {
        const { how, priority, owner, slot, body } = statement;
        const arrow = this.#arrow(`s${id}`, id, body, self ?? 'undefined');
        const start = how === 'start' ? '$.start' : how === 'attach' && self ? '$.attach' : 'p.spawn';
        const options = [priority !== null && `priority: ${priority}`, owner !== null && `owner: p.actors[${owner}]`];
        return `p.started("s${id}", ${slot}, ${start}(${arrow}, { ${options.filter(Boolean).join(', ')} }));`;
      }
      default:
        throw new Error(`internal: ${statement.do} waits`);
    }
  }
}

const receiverOf = (on: Receiver, self = 'this'): string =>
  typeof on === 'number' ? `p.actors[${on}]` : on === 'this' ? self : on === 'library' ? 'p.library' : 'undefined';

/** The functions after the compiled ones are native, made observable. */
const functionOf = (fn: number): string =>
  fn < compiledCount ? `p.functions[${fn}]` : `p.hooked[${fn - compiledCount}]`;

const argsOf = (id: number, args: number): string => Array.from({ length: args }, () => id).join(', ');

const eventsOf = (source: number): string => `p.sources[${source}], "event"`;

function emitListen({ id, queue, heard: { kind, which, on } }: Statement & { do: 'listen' | 'next' }): string {
  const args = {
    signal: `"s${which}"`,
    call: `${functionOf(which)}, ${receiverOf(on)}`,
    event: eventsOf(which),
  }[kind];
  return `p.listens(${queue}, $.listen(${args})); p.log("${id} listens");`;
}

const repeat = (times: number, code: string): string => Array.from({ length: times }, () => code).join(' ');
