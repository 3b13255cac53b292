/** The page's end of the compiler's worker. All playgrounds of a page share it. */
import type { CompileAnswer, Compiled, CompileRequest } from './result.js';

let worker: Worker | undefined;
let lastId = 0;
const asked = new Map<number, (compiled: Compiled) => void>();

export async function compileInWorker(source: string, script: boolean): Promise<Compiled> {
  worker ??= startWorker();
  const request: CompileRequest = { id: ++lastId, source, script };
  worker.postMessage(request);
  return new Promise((resolve) => asked.set(request.id, resolve));
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'compiler' });
  started.addEventListener('message', ({ data }: MessageEvent<CompileAnswer>) => {
    asked.get(data.id)?.(data.compiled);
    asked.delete(data.id);
  });
  return started;
}
