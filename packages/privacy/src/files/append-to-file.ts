import { closeSync, fchmodSync, fstatSync, fsyncSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import { openToAppend } from './open-plain-file.ts';
import type { Place } from './place.ts';

export interface AppendOptions {
  /** Mode of a file that is made; 0600 unless told. */
  readonly mode?: number;
  /** Stands first in a file that is empty. */
  readonly header?: string;
  /** A line feed comes first where the last line lacks one: the text never joins that line. */
  readonly onOwnLine?: boolean;
  /** On disk when this returns. */
  readonly flush?: boolean;
}

/**
 * Adds text to the end of a file, in one write; makes it, with its folder, where there is none. Where only a part of it fits, that part
 * is taken back.
 * Throws `FILE_REFUSED` for a link, a file with a second name, and anything that is no regular file.
 */
export function appendToFile(place: Place, text: string, options: AppendOptions = {}): void {
  const { mode = 0o600, header = '', onOwnLine = false, flush = false } = options;
  const { file, found } = openToAppend(place, mode);
  try {
    const isNew = found.size === 0;
    if (isNew && mode === 0o600 && (found.mode & 0o077) !== 0) fchmodSync(file, mode);
    const lead = isNew ? header : onOwnLine && !endsLine(file, found.size) ? '\n' : '';
    const bytes = Buffer.from(`${lead}${text}`);
    appendWhole(file, bytes, found.size);
    if (flush) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** On a full disk half an entry would stand in the file, and the next one would join it. */
function appendWhole(file: number, bytes: Uint8Array, size: number): void {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(file, bytes, at);
  } catch (error) {
    // What another process has added behind it is not ours to take back.
    if (at > 0 && fstatSync(file).size === size + at) ftruncateSync(file, size);
    throw error;
  }
}

function endsLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
