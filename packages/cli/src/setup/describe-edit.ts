import { findSplice } from './edit/splice.ts';
import type { PlannedEdit } from './plan-edits.ts';

/** What an edit puts in and takes out, line by line. Of the rest of a file nothing is shown: it may hold keys of other programs. */
export function describeEdit({ file, after }: Pick<PlannedEdit, 'file' | 'after'>): string[] {
  const { removed, inserted } = findSplice(file.bytes ?? Buffer.alloc(0), after);
  return [...toLines(removed).map((line) => `- ${line}`), ...toLines(inserted).map((line) => `+ ${line}`)];
}

function toLines(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split(/\r?\n/);
  return lines.filter((line, i) => line.trim() !== '' || (i > 0 && i < lines.length - 1));
}
