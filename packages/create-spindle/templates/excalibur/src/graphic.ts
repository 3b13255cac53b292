import { Canvas } from 'excalibur';
import { type Name, pictures } from './pictures';

/** A picture, as Excalibur draws it. */
export function graphic(name: Name): Canvas {
  const { width, height } = pictures[name];
  return new Canvas({ width, height, cache: true, draw: (pen) => pen.drawImage(pictures[name], 0, 0) });
}
