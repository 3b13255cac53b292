/** All that has happened to a room of a fleet, by time: what it was asked to do, what went wrong, what its processes asked of Redis and told, what its clients heard. */

/** The lines. `row`: what Redis has of it now. */
export function tellStory(fleet, room, row) {
  const at = new Map(fleet.members.map((member, index) => [member, `process ${index}`]));
  const events = [
    ...fleet.members.filter(({ name }) => name !== '').flatMap((member) => lifeOf(member, at.get(member))),
    ...fleet.emptyings.flatMap(({ atMs, backMs }) => [
      { atMs, text: 'Redis is killed' },
      { atMs: backMs, text: 'Redis is back, empty' },
    ]),
    ...fleet.moves
      .filter((one) => one.room === room)
      .map(({ atMs, ...move }) => ({ atMs, text: `moves: ${write(move, at)}` })),
    ...fleet.sprung.map(({ atMs, from, ...trap }) => ({ atMs, text: `${at.get(from)}, a trap: ${write(trap, at)}` })),
    ...fleet.reports
      .filter((report) => (report.room ?? room) === room)
      .map(({ atMs, from, loaded, ...report }) => ({ atMs, text: `${at.get(from)} tells ${write(report, at)}` })),
    ...fleet
      .readCalls(room)
      .map(({ atMs, at: index, told }) => ({ atMs, by: `process ${index}`, told, text: `process ${index} ${told}` })),
    ...fleet.players
      .filter((one) => one.room === room)
      .flatMap(({ token, story }) =>
        story.map(({ atMs, ...news }) => ({ atMs, text: `${token} hears ${write(news, at)}` })),
      ),
  ].toSorted((one, other) => one.atMs - other.atMs);
  const named = [...at].map(([{ name }, said]) => [name, said]).filter(([name]) => name !== '');
  const short = (text) => named.reduce((said, [name, is]) => said.replaceAll(name, is), text);
  return [
    `All of ${room}:`,
    ...withoutBeats(events).map(({ atMs, text }) => short(`${String(Math.round(atMs)).padStart(8)} ms  ${text}`)),
    ...fleet.players.filter((one) => one.room === room).map((player) => short(stateOf(player))),
    short(`Redis has ${write({ ...row, snapshot: row?.snapshot?.length, log: row?.log?.length }, at)}`),
    `It is ${Math.round(performance.now())} ms.`,
  ];
}

const write = (told, at) => JSON.stringify(told, (_, value) => (at.has(value) ? at.get(value) : value));

function lifeOf({ name, startedMs, endedMs, child }, said) {
  const begins = { atMs: startedMs, text: `${said} begins: ${name.replace('#', ' #')}` };
  return endedMs === null
    ? [begins]
    : [begins, { atMs: endedMs, text: `${said} ends: ${child.signalCode ?? child.exitCode}` }];
}

/** What is written in each beat is told once, with the last one. */
function withoutBeats(events) {
  const isBeat = ({ told }) => told !== undefined && /^writes (?!.*(?:→|snapshot)).* kept/.test(told);
  return events.flatMap((event, at) => {
    const [before, next] = [events[at - 1], events[at + 1]];
    const isSame = (other) => other !== undefined && isBeat(other) && other.by === event.by;
    return isBeat(event) && isSame(before) && isSame(next) ? [] : [event];
  });
}

function stateOf({ token, connection, code, beats, isLeaving }) {
  const where = code === null ? (connection.isIn ? 'is in' : 'is out') : `was told ${code}`;
  const last = Math.round(beats.at(-1)?.atMs ?? 0);
  return `${token} ${where}${isLeaving ? ', leaving' : ''}, ${connection.process}, ${connection.unacknowledged} inputs on their way, sure of ${connection.sure}, last beat at ${last} ms`;
}
