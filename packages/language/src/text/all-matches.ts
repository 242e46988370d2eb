/**
 * Like `text.matchAll(pattern)`, without its copy of the pattern: the engine discards compiled copies at every garbage collection, and for a pattern with many
 * words, compiling takes longer than matching. Throws `TypeError` for a pattern without `g`.
 */
export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  if (!pattern.global) throw new TypeError('the pattern needs the flag g');
  const found: RegExpExecArray[] = [];
  const isWhole = /[uv]/.test(pattern.flags);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === '')
      pattern.lastIndex += isWhole && (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
  }
  return found;
}
