import { RoomConnection, type ClientNews } from '@spindle/rooms/ws-client';
import type { News } from '../server/room';
import { draw, scene } from './picture';

const url = (import.meta.env.VITE_ROOMS ?? location.origin.replace('http', 'ws')).split(',');
/** Another room: `?room=mill`. */
const room = new URLSearchParams(location.search).get('room') ?? 'inn';

/** What this tab was called before it was loaded again. */
function remembered(key: string, first: () => string): string {
  const value = sessionStorage.getItem(key) ?? first();
  sessionStorage.setItem(key, value);
  return value;
}
const NAMES = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay'];
const player = remembered('player', () => crypto.getRandomValues(new Uint32Array(4)).join('-'));
const name = remembered('name', () => NAMES[Math.floor(Math.random() * NAMES.length)]!);

const find = <Kind extends HTMLElement>(id: string): Kind => document.querySelector<Kind>(`#${id}`)!;

let connection = join();

function join(): RoomConnection {
  return new RoomConnection({
    url,
    room,
    data: { player, name: sessionStorage.getItem('name') ?? name },
    on,
    onProcess: showProcess,
  });
}

/** What comes from the room: each output once, in order, wherever the room is. */
function on(news: ClientNews): void {
  if (news.kind === 'output') show(news.output.body as News);
  // The tab was away for longer than the room keeps a seat, or the room is over: it comes in as somebody new.
  else if (news.kind === 'left') setTimeout(() => (connection = join()), 500);
  else connection.input('look');
}

function show(news: News): void {
  if (news.kind === 'scene') Object.assign(scene, news);
  if (news.kind === 'guests') scene.guests = news.guests;
  if (news.kind === 'walk')
    scene.figures = scene.figures.map((one) => (one.id === news.who ? { id: news.who, x: news.x } : one));
  if (news.kind === 'say') find('caption').textContent = `${news.who}: ${news.words}`;
  if (news.kind === 'full') find('caption').textContent = 'All six seats are taken. Try ?room=mill';
}

/** The name of a process is its address, and a number that no process has had before. */
function showProcess(process: string): void {
  const [address, number = ''] = process.split('#');
  find('process').textContent = `Room "${room}" is at ${address}, process ${number.slice(0, 8)}`;
  find('process').style.setProperty('--hue', String(Number.parseInt(number.slice(0, 4), 16) % 360));
}

find('move').addEventListener('click', async () => {
  const address = connection.process?.replace(/#.*/, '').replace('ws', 'http');
  if (address === undefined) return;
  const reason = await (await fetch(`${address}/move?room=${room}`, { method: 'POST' })).text();
  find('told').textContent = reason === '' ? 'It has moved.' : `It stays: ${reason}.`;
});
for (const wish of ['song', 'tale']) find(wish).addEventListener('click', () => connection.input('wish', wish));
find('soup').addEventListener('click', () => connection.input('soup'));

const field = find<HTMLInputElement>('name');
field.value = name;
field.addEventListener('change', () => {
  sessionStorage.setItem('name', field.value);
  connection.input('name', field.value);
});

draw();
