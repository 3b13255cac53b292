/** The end in a view: asks, and hears what happens. */
import type { CommandName } from './commands.js';
import type { EventData } from './inspect.js';
import { listenTo, readLine, Sender, VERSION, type Wire } from './lines.js';
import { told } from './shapes.js';
import type { ThreadInfo } from './snapshot.js';

export interface ViewHandlers {
  /** The game is there, and speaks this version. */
  readonly connected?: (frame: number) => void;
  readonly event?: (event: EventData) => void;
  /** `at`: the thread that came to a breakpoint, or null. */
  readonly paused?: (frame: number, at: ThreadInfo | null) => void;
  /** A line could not be read, or the game refused one that was no command. */
  readonly error?: (message: string) => void;
}

export interface View {
  /**
   * Asks the game for something, such as `ask('step')` or `ask('break', { file: 'guard.js', line: 12 })`. Rejects with an
   * Error that has the message of the game.
   */
  ask(command: CommandName, given?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Asks nothing more, and rejects what has no answer yet. */
  close(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Looks from a view at the game at the other end of a wire.
 *
 * ```js
 * const view = connect(socket, { event: (event) => draw(event) });
 * await view.ask('watch');
 * const { threads } = await view.ask('snapshot');
 * ```
 * @throws {TypeError} if the wire has neither `postMessage` nor `send`.
 */
export function connect(wire: Wire, handlers: ViewHandlers = {}): View {
  const sender = new Sender(wire);
  const asked = new Map<unknown, Waiting>();
  let lastAsked = 0;
  let isKnown = false;
  const hello = (): void => sender.say({ spindle: VERSION, type: 'hello' });
  const settle = (re: unknown, how: (waiting: Waiting) => void): boolean => {
    const waiting = asked.get(re);
    asked.delete(re);
    if (waiting !== undefined) how(waiting);
    return waiting !== undefined;
  };
  const takeFirst = ({ spindle, frame, type, message }: Record<string, any>): void => {
    if (spindle === VERSION) {
      isKnown = true;
      // The game may not have been there when this end spoke first.
      hello();
      return handlers.connected?.(frame as number);
    }
    const text = type === 'error' ? textOf(message) : `This view speaks version ${VERSION} of the protocol.`;
    handlers.error?.(`${text} The first line of the game was {"spindle":${told(spindle)},"type":${told(type)}}.`);
  };
  const take = (text: string): void => {
    let line: Record<string, any>;
    try {
      line = readLine(text);
    } catch (error) {
      return handlers.error?.((error as Error).message);
    }
    const { type, ...value } = line;
    if (!isKnown) return takeFirst(line);
    if (type === 'event') handlers.event?.(value as EventData);
    else if (type === 'paused') handlers.paused?.(value['frame'] as number, value['at'] as ThreadInfo | null);
    else if (type === 'answer') settle(value['re'], (waiting) => waiting.resolve(value['value']));
    else if (type === 'error') {
      const message = textOf(value['message']);
      if (!settle(value['re'], (waiting) => waiting.reject(new Error(message)))) handlers.error?.(message);
    }
    // Another kind of line is of a newer game, which says nothing that this view has to know.
  };
  const leave = listenTo(wire, take);
  hello();
  return {
    async ask(command, given = {}) {
      const re = ++lastAsked;
      return new Promise((resolve, reject) => {
        asked.set(re, { resolve, reject });
        sender.say({ ...given, command, re });
      });
    },
    close() {
      leave();
      sender.close();
      for (const waiting of asked.values()) waiting.reject(new Error('The view was closed.'));
      asked.clear();
    },
  };
}

const textOf = (message: unknown): string => (typeof message === 'string' ? message : told(message));
