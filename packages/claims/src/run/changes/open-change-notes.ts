import type { Band, Blake3, Span } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { type ParsedNote, parseNote, type Vault } from '@memora/vault';
import { isHashOfNote } from '../../prepare/hash-note.ts';
import { noteDates } from '../../prepare/note-dates.ts';
import type { ChangeEntry } from '../../relate/changes/build-change-prompt.ts';
import { splitWindows } from '../../relate/changes/split-windows.ts';
import type { DatedNote } from '../../store/changes/change-memory.ts';
import { type DetectBand, withDetectedBands } from '../with-detected-bands.ts';

/** How to read notes. */
export interface ChangeNotesOptions {
  readonly vault: Vault;
  readonly defaultBand?: Band | undefined;
  /** Tightens bands by the content of texts. */
  readonly detect?: DetectBand | undefined;
}

/** A note as it was indexed, with the parts that a model may see. */
export interface ChangeNote {
  readonly key: number;
  readonly note: ParsedNote;
  readonly bytes: Uint8Array;
  /** In file order. */
  readonly entries: readonly ChangeEntry[];
}

/** Reads notes by row key; null if the file is gone or differs from the indexed version. */
export type ReadChangeNote = (key: number) => Promise<ChangeNote | null>;

/** Number of parsed notes in the cache: the same notes are found for many others. */
const MOST_KEPT = 300;

export function openChangeNotes(
  order: readonly DatedNote[],
  visibleSpans: (note: number) => readonly Span[],
  { vault, defaultBand, detect }: ChangeNotesOptions,
  hashing: { readonly codec: SecretCodec | undefined; readonly hash: Blake3 },
): ReadChangeNote {
  const byKey = new Map(order.map((dated) => [dated.key, dated]));
  const kept = new Map<number, Promise<ChangeNote | null>>();
  const read = async (key: number): Promise<ChangeNote | null> => {
    const dated = byKey.get(key);
    const bytes = dated === undefined ? null : await vault.readNote(dated.path).catch(() => null);
    if (dated === undefined || bytes === null || !isHashOfNote(dated.hash.toString('hex'), bytes, hashing))
      return null;
    const { path } = dated;
    const parsed = parseNote(bytes, defaultBand === undefined ? { path } : { path, defaultBand });
    const note = detect === undefined ? parsed : withDetectedBands(parsed, bytes, detect);
    const dates = noteDates(note);
    const entries = splitWindows(note, visibleSpans(key)).map((window): ChangeEntry => {
      const date = dates.ofHeading(window.headingPath) ?? dates.ofNote;
      return { notePath: path, date: date?.validFrom ?? null, window };
    });
    return { key, note, bytes, entries };
  };
  return (key) => {
    const known = kept.get(key) ?? read(key);
    kept.delete(key);
    kept.set(key, known);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return known;
  };
}
