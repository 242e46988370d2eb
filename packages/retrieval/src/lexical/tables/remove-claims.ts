import type * as Sqlite from '@memora/claims/sqlite';
import { LEXICAL_FIELDS, type LexicalField } from '../lexical-fields.ts';
import { createPassageWriter, type PassageWriter, type StoredPlace } from '../passages/passage-writer.ts';

/**
 * Removes claims and their words from the index: the words of a claim's whole segment, its words in other passages' lead-ins, and labels. If the
 * note is not written again at once, its passage is rebuilt the next time it is.
 */
export function removeClaims(db: Sqlite.Database, keys: readonly number[]): void {
  if (keys.length === 0) return;
  const write = createPassageWriter(db);
  const { statements, change } = write;
  const notes = new Set<number>();
  for (const key of keys) {
    if (statements.removeSecret.run(key).changes > 0) continue;
    const place = statements.placeOf.get(key);
    if (place === undefined) continue;
    statements.removePlace.run(key);
    const note = statements.noteOfPassage.get(place.passage);
    if (note === null || note === undefined) write.remove(place.passage);
    else {
      cutWords(write, place);
      notes.add(note);
    }
  }
  for (const note of notes) settleNote(write, note);
  change.apply();
}

/** Removes the words of a claim from its passage; the claims after it move up. */
function cutWords(write: PassageWriter, { passage, first_term: first, end_term: end }: StoredPlace): void {
  const texts = write.texts(passage);
  if (texts === null || end <= first) return;
  const terms = (texts[0] ?? '').split(' ');
  const left = [...terms.slice(0, first), ...terms.slice(end)].join(' ');
  // It is not known which claim an address belongs to.
  write.rewrite(passage, without(texts, 'address').with(0, left));
  for (const other of write.statements.placesIn.all(passage)) {
    const move = (at: number) => (at <= first ? at : Math.max(first, at - (end - first)));
    write.statements.moveTerms.run(move(other.first_term), move(other.end_term), other.key);
  }
}

/** The text of a claim may introduce or label other passages. A note without claims has no passages. */
function settleNote(write: PassageWriter, note: number): void {
  const { statements } = write;
  const isEmpty = statements.claimInNote.get(note) === undefined;
  for (const { key } of statements.passagesOfNote.all(note)) {
    if (isEmpty) write.remove(key);
    else {
      const texts = write.texts(key);
      if (texts !== null && texts[LEAD] !== '') write.rewrite(key, without(texts, 'lead'));
    }
  }
  statements.unsettlePassages.run(note);
}

const LEAD = LEXICAL_FIELDS.indexOf('lead');

function without(texts: readonly string[], field: LexicalField): string[] {
  return texts.map((text, i) => (LEXICAL_FIELDS[i] === field ? '' : text));
}
