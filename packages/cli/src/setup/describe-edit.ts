import { findSplice } from './edit/splice.ts';
import type { PlannedEdit } from './plan-edits.ts';

/** The lines that an edit adds and removes. The rest of the file is not shown, because it may contain keys of other programs. */
export function describeEdit({ file, after }: Pick<PlannedEdit, 'file' | 'after'>): string[] {
  const { removed, inserted } = findSplice(file.bytes ?? Buffer.alloc(0), after);
  return [...toLines(removed).map((line) => `- ${line}`), ...toLines(inserted).map((line) => `+ ${line}`)];
}

function toLines(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split(/\r?\n/);
  return lines.filter((line, i) => line.trim() !== '' || (i > 0 && i < lines.length - 1));
}
