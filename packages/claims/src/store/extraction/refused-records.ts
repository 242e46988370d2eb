import { fingerprint } from '@memora/core';
import type { Refusal } from '../../model/extractor.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { NoteWork } from '../note-work.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { parseStored } from '../read/parse-stored.ts';

/** A model's record that was refused, and why. */
export interface RefusedRecord extends Omit<Refusal, 'segment'> {
  readonly notePath: string;
  /** `name@version (model)` of the extractor. */
  readonly extractor: string;
  /** When it was refused, ISO 8601. */
  readonly at: string;
}

/**
 * Stores the refused records of a note in place of earlier ones for the same segments; those of segments that the note no longer has are deleted. Nothing about
 * secret text is stored.
 */
export function writeRefusals(db: Sqlite.Database, note: number, work: NoteWork, now: number): void {
  const { segments, band } = work.note;
  const printOf = (index: number): string => {
    const { start, end } = segments[index]?.span ?? { start: 0, end: 0 };
    return fingerprint(work.bytes.subarray(start, end)).slice(0, 16);
  };
  const hasSecrets = band === 'secret' || segments.some((segment) => segment.band === 'secret');
  const asked = new Set(work.asked);
  const standing = segments.flatMap((_, index) => (asked.has(index) || hasSecrets ? [] : [printOf(index)]));
  prepareQuery(db, 'forgetOtherRefusals').run(note, JSON.stringify(standing));
  const refusals = hasSecrets ? [] : (work.extraction.refusals ?? []);
  const insert = prepareQuery(db, 'addRefusal');
  for (const { segment, reason, ...record } of refusals.slice(0, MOST_OF_NOTE)) {
    const print = segment === null ? '' : printOf(segment);
    insert.run(note, print, work.label, now, reason, JSON.stringify(record));
  }
}

const MOST_OF_NOTE = 200;

/** Returns the refused records of live notes, by note, the latest first. */
export function readRefusals(db: Sqlite.Database): RefusedRecord[] {
  return prepareQuery(db, 'refusals')
    .all()
    .map(({ path, extractor, at, reason, record }) => ({
      notePath: path,
      extractor,
      at: new Date(at).toISOString(),
      reason,
      ...parseStored<Omit<Refusal, 'segment' | 'reason'>>(record),
    }));
}

/** Deletes the refused records of notes. */
export function forgetRefusals(db: Sqlite.Database, notes: readonly number[]): void {
  prepareQuery(db, 'removeRefusals').run(JSON.stringify(notes));
}
