import { closeSync, fchmodSync, fstatSync, fsyncSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import { systemCodeOf } from './file-refused.ts';
import { fillFile } from './fill-file.ts';
import { inspectPlace } from './folders/inspect-place.ts';
import type { Place } from './folders/place.ts';
import { openToAppend } from './open-plain-file.ts';
import { isWithoutLinks } from './write-whole-file.ts';

export interface AppendOptions {
  /** Mode of a new file; 0600 by default. */
  readonly mode?: number;
  /** Written first into an empty file. */
  readonly header?: string;
  /** Adds a line feed first if the last line lacks one, so the text never joins that line. */
  readonly onOwnLine?: boolean;
  /** True to flush to disk before returning. */
  readonly flush?: boolean;
}

/**
 * Appends text to a file in one write; creates it, with its folder, if there is none. If any part of the text can't be written, the file stays as it was, and a
 * new one is not created. Throws `FILE_REFUSED` for a link, a file with a second name, and anything that is not a regular file.
 */
export function appendToFile(place: Place, text: string, options: AppendOptions = {}): void {
  const { mode = 0o600, header = '', onOwnLine = false, flush = false } = options;
  if (makeWhole(place, `${header}${text}`, mode, flush)) return;
  const { file, found } = openToAppend(place, mode);
  try {
    const isNew = found.size === 0;
    if (isNew && mode === 0o600 && (found.mode & 0o077) !== 0) fchmodSync(file, mode);
    const lead = isNew ? header : onOwnLine && !endsLine(file, found.size) ? '\n' : '';
    const bytes = Buffer.from(`${lead}${text}`);
    appendWhole(file, bytes, found.size, flush);
  } finally {
    closeSync(file);
  }
}

/** Creates a file together with its first text. False if there is one already, or the file system does not support this. */
function makeWhole(place: Place, text: string, mode: number, flush: boolean): boolean {
  if (inspectPlace(place) !== null) return false;
  try {
    fillFile(place, text, { isNew: true, mode, flush });
    return true;
  } catch (error) {
    // Another process was first, or the file system has no hard links: the text is appended as usual.
    if (systemCodeOf(error) === 'EEXIST' || isWithoutLinks(error)) return false;
    throw error;
  }
}

/** On a full disk, half an entry would stay in the file, and the next one would join it. */
function appendWhole(file: number, bytes: Uint8Array, size: number, flush: boolean): void {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(file, bytes, at);
    if (flush) fsyncSync(file);
  } catch (error) {
    if (at > 0) takeBack(file, size, at);
    throw error;
  }
}

/** Text that another process has appended after it must not be removed. */
function takeBack(file: number, size: number, added: number): void {
  try {
    if (fstatSync(file).size === size + added) ftruncateSync(file, size);
  } catch {
    // The error that stopped the writing is the one to report.
  }
}

function endsLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}
