/** The records of bodies that may wait. Bodies that are steps of frame objects bring a way of their own, so that other apps do not ship it. */
import { type Body, CompiledFunction, type Meta } from './compiled-function.js';

type Make = (body: Body, meta: string | Meta) => CompiledFunction;

/** Makes the record of a body: a generator function, or a step where anything has those (frame-objects.ts). */
export let codeFor: Make = (body, meta) => new CompiledFunction(body, 'generator', meta);

export function setCodeFor(make: Make): void {
  codeFor = make;
}
