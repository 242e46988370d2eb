import { wordPieces } from '@memora/language/text';
import { parsePrivacyMarkers } from '@memora/privacy';
import type { NoteWork } from '../note-work.ts';

const WORD = /[\p{L}\p{N}\p{M}]{4,}/gu;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the words of four or more characters in a text, for searches of rows. */
export function wordsOf(text: string): Set<string> {
  return new Set(foldCase(text).match(WORD) ?? []);
}

/** True if any part of a note is secret. */
export function hasSecret({ note, bytes }: Pick<NoteWork, 'note' | 'bytes'>): boolean {
  return (
    note.band === 'secret' ||
    note.segments.some((segment) => segment.band === 'secret') ||
    // A marker may also hide text outside segments, such as the title of a callout.
    parsePrivacyMarkers(bytes).regions.some((region) => region.band === 'secret')
  );
}

/** Returns all secret text of a note, case-folded by {@link foldCase}. */
export function secretText({ note, bytes }: Pick<NoteWork, 'note' | 'bytes'>): string {
  const parts =
    note.band === 'secret' ? [decoder.decode(bytes)] : [...secretSegments(note), ...secretRegions(bytes)];
  return foldCase(parts.join('\n'));
}

/**
 * Returns the words that occur only in the secret parts of a note and must be in no readable row of it. For a secret note these are all words except those of
 * its path.
 */
export function secretWords({ note, bytes }: Pick<NoteWork, 'note' | 'bytes'>): Set<string> {
  const words = wordsOf(secretText({ note, bytes }));
  const open = note.band === 'secret' ? note.path : openText(note);
  for (const word of wordsOf(open)) words.delete(word);
  return words;
}

/**
 * Returns the words of any length, and the pairs of letters in scripts without spaces, that occur only in the secret parts of a note. Single letters and
 * digits are left out.
 */
export function secretPieces({ note, bytes }: Pick<NoteWork, 'note' | 'bytes'>): Set<string> {
  const pieces = new Set(wordPieces(secretText({ note, bytes })).filter((piece) => piece.length > 1));
  const open = note.band === 'secret' ? note.path : openText(note);
  for (const piece of wordPieces(open)) pieces.delete(piece);
  return pieces;
}

function secretSegments(note: NoteWork['note']): string[] {
  return note.segments.flatMap((segment) => (segment.band === 'secret' ? [segment.text] : []));
}

function secretRegions(bytes: Uint8Array): string[] {
  return parsePrivacyMarkers(bytes).regions.flatMap((region) =>
    region.band === 'secret' ? [decoder.decode(bytes.subarray(region.start, region.end))] : [],
  );
}

function openText(note: NoteWork['note']): string {
  const open = note.segments.filter((segment) => segment.band !== 'secret');
  const headings = new Set(open.flatMap((segment) => segment.headingPath));
  return [
    note.path,
    note.title,
    ...note.frontmatter.aliases,
    ...headings,
    ...open.map((segment) => segment.text),
  ].join('\n');
}

/** Folds the case of text for comparisons of words and titles. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
