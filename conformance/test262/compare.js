/** The first difference of two runs; undefined if there is none. */
export function firstDifference(plain, compiled) {
  if (plain.end !== compiled.end) {
    const said = compiled.said === undefined || compiled.end.includes(compiled.said) ? '' : ` (${compiled.said})`;
    return `ended: ${plain.end} → ${compiled.end}${said}`;
  }
  const length = Math.max(plain.log.length, compiled.log.length);
  for (let i = 0; i < length; i++)
    if (plain.log[i] !== compiled.log[i])
      return `assertion ${i + 1}: ${plain.log[i] ?? 'none'} → ${compiled.log[i] ?? 'none'}`;
  return undefined;
}

/** Whether both ended the same way with the same assertions in any order. Objects are numbered in order of appearance, so the numbers are ignored. */
export function sameInAnotherOrder(plain, compiled) {
  const sorted = ({ log }) => log.map((line) => line.replace(/ #\d+/g, '')).sort();
  return firstDifference({ ...plain, log: sorted(plain) }, { ...compiled, log: sorted(compiled) }) === undefined;
}
