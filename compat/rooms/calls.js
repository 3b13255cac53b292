/** What a process asks of Redis for its rooms, and is answered, as lines of a file: also who is killed has told it. */
import { appendFileSync, readFileSync } from 'node:fs';

/** By a clock that all processes have. */
export const nowMs = () => performance.timeOrigin + performance.now();

/** `file`: null notes nothing. */
export const noteCalls = (store, file) => ({
  answer: async (call) => {
    const [atMs, answer] = [nowMs(), store.answer(call)];
    const note = (told) => {
      const line = JSON.stringify([call.room, atMs, textOf(call), nowMs() - atMs, told]);
      if (file !== null && call.kind !== 'due') appendFileSync(file, `${line}\n`);
    };
    await answer.then(
      ({ kind, epoch, row }) => note(row ? `${kind} ${rowText(row)}` : `${kind} ${epoch ?? ''}`),
      (error) => note(String(error)),
    );
    return answer;
  },
});

const rowText = ({ epoch, seq, status, owner }) => `${epoch}/${seq} ${status} ${owner}`;

function textOf({ kind, epoch, seq, horizon, records, log = records, snapshot, next, isOffer }) {
  const to = next ? ` → ${next.to}` : '';
  const what = snapshot ? ' with a snapshot' : '';
  if (kind === 'commit') return `writes ${epoch}/${seq} up to ${horizon}, ${log.length} records${what}${to}`;
  return `${kind} ${[epoch, seq, horizon, isOffer && 'its offer'].filter(Boolean).join('/')}`;
}

/** `[at, line]`: in which of the files. Each line begins with its room: those of others are not parsed if one is named. */
export function readLines(files, room) {
  const start = room === undefined ? '' : JSON.stringify([room]).slice(0, -1);
  return files.flatMap((file, at) => {
    // Who is killed may not have written all of the last one.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith(start)).map((line) => [at, JSON.parse(line)]);
  });
}

/** Those for a room, by the clock of who reads. */
export function readCalls(files, room) {
  return readLines(files, room).map(([at, [, atMs, call, tookMs, answer]]) => {
    const told = `${call} ${tookMs.toFixed(1)} ms later ${answer}`;
    return { at, atMs: atMs - performance.timeOrigin, tookMs, call, answer, told };
  });
}
