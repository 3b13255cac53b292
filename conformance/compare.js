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
