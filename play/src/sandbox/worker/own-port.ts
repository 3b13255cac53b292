/**
 * A port as the code of the playground uses it in the worker. A scene can put something else in the place of all that is
 * looked up by name, such as `MessagePort.prototype.postMessage`, and would be given the port. So what is needed is taken
 * before a scene runs, and the object here has no prototype that a scene could reach.
 */
/* oxlint-disable typescript/unbound-method -- each is called with the object that it is of */
const { apply } = Reflect;
const { postMessage, start } = MessagePort.prototype;
const { addEventListener } = EventTarget.prototype;
const dataOf = getterOf('data');
const portsOf = getterOf('ports');

function getterOf(name: 'data' | 'ports'): () => unknown {
  return Object.getOwnPropertyDescriptor(MessageEvent.prototype, name)!.get!;
}
/* oxlint-enable typescript/unbound-method */

/** What came through a port. */
export interface Come {
  readonly data: unknown;
  /** Of another port that came with it. */
  readonly port: OwnPort | null;
}

export interface OwnPort {
  postMessage(message: unknown): void;
  /** One listener at a time. */
  addEventListener(type: 'message', listener: (come: Come) => void): void;
  removeEventListener(): void;
}

export function ownPort(port: MessagePort): OwnPort {
  let listener: ((come: Come) => void) | null = null;
  const take = (event: Event): void => {
    const other = (apply(portsOf, event, []) as readonly MessagePort[])[0];
    listener?.(bare({ data: apply(dataOf, event, []), port: other === undefined ? null : ownPort(other) }));
  };
  apply(addEventListener, port, ['message', take]);
  apply(start, port, []);
  return bare({
    postMessage: (message) => apply(postMessage, port, [message]),
    addEventListener(_type, next) {
      listener = next;
    },
    removeEventListener() {
      listener = null;
    },
  });
}

/** Asked for a name that it has not, such an object asks nobody else. */
function bare<T extends object>(object: T): T {
  return { __proto__: null, ...object };
}
