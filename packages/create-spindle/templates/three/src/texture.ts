import { CanvasTexture, NearestFilter, SRGBColorSpace } from 'three';
import { type Name, pictures } from './pictures';

/** A picture, as three.js draws it. */
export function texture(name: Name): CanvasTexture {
  const made = new CanvasTexture(pictures[name]);
  made.colorSpace = SRGBColorSpace;
  made.magFilter = NearestFilter;
  return made;
}
