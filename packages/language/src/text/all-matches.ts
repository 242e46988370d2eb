/**
 * What `text.matchAll(pattern)` finds, without the copy of the pattern that it makes: the engine forgets what it compiled of copies whenever it collects garbage,
 * and of a pattern with many words that takes longer than to match it. Throws `TypeError` for a pattern without `g`.
 */
export function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  if (!pattern.global) throw new TypeError('a pattern needs the flag g');
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
