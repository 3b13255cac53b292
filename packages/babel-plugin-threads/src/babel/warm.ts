/** The inner functions of the last file, by the stage that made them. */
const kept = new Map<string, readonly object[]>();

/**
 * Keeps inner functions of a stage, or what holds them, until the next file. The engine throws machine code away when none of the functions that it was
 * made for is alive at a full collection: in a build in which more than this plugin runs it would be compiled anew for nearly every file, which
 * took longer than all that the plugin does. What the functions see stays alive with them: the tree of one file.
 */
export function keepWarm(stage: string, ...inner: object[]): void {
  kept.set(stage, inner);
}
