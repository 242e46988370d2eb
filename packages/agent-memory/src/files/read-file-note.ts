import { MemoraError } from '@memora/core';
import { readNoteBands } from '@memora/engine';
import { inspectPlace, placeIn } from '@memora/privacy/files';
import { mergeSpans } from '@memora/privacy/internal';
import { locateFrontmatter, readNoteHead } from '@memora/vault/internal';
import type { FilePorts } from './file-ports.ts';
import { noSuchPath } from './refuse-file.ts';
import { escapes, type ResolvedPath } from './resolve-path.ts';

/** A note as a file of the protocol. */
export interface FileNote {
  readonly bytes: Uint8Array;
  /** Bytes of the frontmatter, which is not part of the file. */
  readonly headBytes: number;
  /** The file's text. */
  readonly text: string;
  /** Byte ranges that no model may see, ascending. */
  readonly hidden: readonly { readonly start: number; readonly end: number }[];
  /** True if a person wrote it; an agent may only read it. */
  readonly isPersons: boolean;
}

/** Sources of notes that are trusted less than a person's. */
const OTHERS = new Set(['agent', 'derived', 'tool', 'external', 'reference']);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads the current note of a file. A note that is entirely secret counts as absent. */
export async function readFileNote(path: ResolvedPath, ports: FilePorts): Promise<FileNote> {
  if (kindOf(path, ports) !== 'file') throw noSuchPath(path.given);
  const bytes = await ports.vault.readNote(path.note).catch((error: unknown) => {
    throw isLeading(error) ? escapes(path.given) : noSuchPath(path.given);
  });
  const note = await toFileNote(bytes, path.note, ports);
  if (note === null) throw noSuchPath(path.given);
  return note;
}

/** A note's bytes as a file of the protocol; null if the whole note is secret. */
export async function toFileNote(
  bytes: Uint8Array,
  notePath: string,
  { memory }: Pick<FilePorts, 'memory'>,
): Promise<FileNote | null> {
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const { band, regions } = await readNoteBands(bytes, notePath, { defaultBand, detector });
  const hidden = mergeSpans(regions.filter((region) => region.band === 'secret'));
  const whole = hidden.some(({ start, end }) => start === 0 && end === bytes.length);
  return band === 'secret' || whole ? null : { bytes, ...splitNote(bytes), hidden };
}

/** A note's text without its frontmatter, and whether a person wrote it. */
export function splitNote(bytes: Uint8Array): Pick<FileNote, 'headBytes' | 'text' | 'isPersons'> {
  const whole = decoder.decode(bytes);
  const start = locateFrontmatter(whole)?.bodyStart ?? 0;
  const source = readNoteHead(bytes).frontmatter.source?.trim().toLowerCase() ?? '';
  return {
    headBytes: Buffer.byteLength(whole.slice(0, start)),
    text: whole.slice(start),
    isPersons: !OTHERS.has(source),
  };
}

/** The kind of a path: file, folder or none. Refuses links, and files whose name differs elsewhere. */
export function kindOf({ place, given, folder, note }: ResolvedPath, { vault }: Pick<FilePorts, 'vault'>) {
  const look = (path: string) => {
    try {
      return inspectPlace(placeIn(vault.root, path));
    } catch (error) {
      // A file exists where the path needs a folder.
      if (isLeading(error) && !/is no folder/u.test((error as Error).message)) throw escapes(given);
      return null;
    }
  };
  const found = place === 'pinned' ? null : look(folder);
  if (found?.isSymbolicLink()) throw escapes(given);
  if (found?.isDirectory() || place === 'root') return 'folder' as const;
  const file = look(note);
  if (file === null) return null;
  if (!file.isFile() || file.nlink > 1) throw escapes(given);
  return 'file' as const;
}

function isLeading(error: unknown): boolean {
  return (
    MemoraError.isInstance(error) &&
    ['FILE_REFUSED', 'PATH_OUTSIDE_VAULT', 'NOTE_NOT_A_FILE'].includes(error.code)
  );
}
