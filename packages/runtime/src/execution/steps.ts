/** What the wrappers know of bodies that are steps of frame objects: no more than where to ask, so that other apps do not ship them. */
import type { Body, CompiledFunction, Meta } from './compiled-function.js';

/** Makes the record of a body; null in a bundle that has no such bodies. */
export const steps: { made: ((body: Body, meta: string | Meta) => CompiledFunction) | null } = { made: null };
