import type { TextRange } from '../merge-spans.ts';

const LONGEST_NAME = 40;
const LONGEST_VALUE = 120;

/** The values of elements, as settings write them, for which `isValue` is true: `<password>…</password>`. */
export function findTaggedValues(
  text: string,
  isValue: (name: string, value: string) => boolean,
): readonly TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const head = text.slice(at + 1, at + 1 + LONGEST_NAME);
    const name = head.slice(0, Math.max(0, head.indexOf('>')));
    if (name === '' || name.includes(' ') || name.startsWith('/')) continue;
    const start = at + name.length + 2;
    const close = text.slice(start, start + LONGEST_VALUE).indexOf('<');
    if (close < 1 || !text.startsWith(`</${name}>`, start + close)) continue;
    const value = text.slice(start, start + close);
    if (isValue(name, value)) found.push({ start, end: start + close });
  }
  return found;
}
