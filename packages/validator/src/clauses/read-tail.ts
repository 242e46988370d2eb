import type { TextRange } from '@memora/language/sentences';
import { WORDLIKE } from '../statements/wordlike.ts';

const CLOSING = /[\s.!?…。！？．।۔؟,;:"'”’»)\]*_~|」』）】]*$/u;

/** The words behind the last marker, without what closes the statement. */
export function readTail(text: string, from: number): TextRange | null {
  let end = text.length - (CLOSING.exec(text)?.[0].length ?? 0);
  if (end <= from || !WORDLIKE.test(text.slice(from, end))) return null;
  // A bracket that the tail opens is closed by the tail.
  const open = text.slice(from, end);
  for (const pair of ['()', '（）', '[]', '【】', '“”', '„“', '«»', '「」', '""']) {
    const [opener = '', closer = ''] = pair;
    const isOpen =
      opener === closer ? count(open, opener) % 2 === 1 : count(open, opener) > count(open, closer);
    const at = text.indexOf(closer, end);
    if (isOpen && at !== -1) end = Math.max(end, at + 1);
  }
  return { start: from, end };
}

function count(text: string, unit: string): number {
  return text.split(unit).length - 1;
}
