/** The worker of the compiler. */
import { compile } from './compile.js';
import type { CompileAnswer, CompileRequest } from './result.js';

addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => {
  const answer: CompileAnswer = { id: data.id, compiled: compile(data.source, data.script) };
  (postMessage as (answer: CompileAnswer) => void)(answer);
});
