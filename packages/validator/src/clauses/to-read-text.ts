import { findInline } from '../statements/find-inline.ts';

/** Footnote calls and citation numbers. */
export const REFERENCE = /\[\^[^\]\s]{1,40}\]:?|(?<![!\]])\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\](?![(:[])/gu;
const STEP =
  /^(\s*(?:[-*+]\s+|\*{1,2}|_{1,2})*)(?:step|schritt|étape|etape|paso|passo|stap|шаг|adım|الخطوة|चरण|단계|ステップ|步骤|步驟|手順)\s*\d{1,3}\s*[:.)）：]\s*/iu;
const STRIKE = /^<\/?(?:del|s|strike)\b/i;
const MAY_HOLD = /[[<!]|:\/\//u;

/**
 * What the words of a statement say, for the comparison with its evidence: without footnote calls and citation numbers (`[^1]`, `[1]`), the
 * count of a step, where links lead, images and HTML. Code keeps its ticks.
 */
export function toReadText(plain: string): string {
  const text = plain.replace(STEP, '$1');
  if (!MAY_HOLD.test(text)) return text;
  const { ranges } = findInline(text);
  const gone: { start: number; end: number }[] = [];
  for (const { kind, start, end, shown } of ranges) {
    if (kind === 'image' || kind === 'tag' || kind === 'comment') gone.push({ start, end });
    else if (kind === 'link') gone.push({ start, end: shown.start }, { start: shown.end, end });
  }
  for (const { 0: mark, index } of text.matchAll(REFERENCE)) {
    if (ranges.some(({ kind, start, end }) => kind === 'code' && start <= index && index < end)) continue;
    gone.push({ start: index, end: index + mark.length });
  }
  let read = '';
  let at = 0;
  for (const { start, end } of gone.sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    read += text.slice(at, start);
    // Struck out by a tag as by `~~`.
    if (STRIKE.test(text.slice(start, end))) read += '~~';
    at = end;
  }
  return (read + text.slice(at)).trim();
}
