import type { ClaimDocument, NotePassage, NotePassages } from '@memora/claims';
import { createBallot, LANGUAGE_SAMPLE } from '@memora/language/detect';
import type { Language } from '@memora/language/stems';
import { createTextReader, type Term, type TextReading } from '../../tokenise/read-texts.ts';
import { LEXICAL_FIELDS, type LexicalField } from '../lexical-fields.ts';

/** The terms of a passage as they are stored. */
export interface PassageTerms {
  readonly language: Language;
  /** The terms of each field, joined with spaces, in the order of LEXICAL_FIELDS. */
  readonly texts: readonly string[];
  readonly lengths: readonly number[];
  /** The index of each piece's first term in the text, and at the end the number of terms. */
  readonly starts: readonly number[];
}

/** A passage's stored terms, and all terms of all fields with repetitions. */
interface PassageReading extends PassageTerms {
  readonly terms: readonly (readonly Term[])[];
}

const READ_FIELDS = LEXICAL_FIELDS.filter((field) => field !== 'address');

/** The texts of a passage, by field. */
type PassageTexts = Readonly<Record<Exclude<LexicalField, 'address'>, readonly string[]>>;

export interface PassageReader {
  readonly readPassage: (passage: NotePassage, note: Omit<NotePassages, 'passages'>) => PassageReading;
  /** Reads a claim that has no passage, or none that may be written. */
  readonly readDocument: (document: ClaimDocument) => PassageReading;
}

/**
 * Creates a reader of the terms under which passages are indexed. The language is detected from the passage with its context, so that a heading of
 * two words is stemmed like the text below it.
 */
export function createPassageReader(): PassageReader {
  const reader = createTextReader();
  const ballot = createBallot();
  const read = (fields: PassageTexts): PassageReading => {
    const readings = READ_FIELDS.map((field) => fields[field].filter((text) => text !== '').map(reader.read));
    const pieces = fields.text.map(reader.read);
    readings[0] = pieces;
    const language = languageOf(readings);
    const terms = readings.map((texts) => texts.map((text) => text.terms(language)));
    const addresses = [...new Set(pieces.flatMap((piece) => piece.addresses(language)))];
    const starts = [0];
    for (const { list } of terms[0] ?? []) starts.push((starts.at(-1) ?? 0) + list.length);
    return {
      language,
      texts: terms
        .map((texts) =>
          texts
            .flatMap(({ words, dates }) => [words, dates])
            .filter(Boolean)
            .join(' '),
        )
        .concat(addresses.map(({ text }) => text).join(' ')),
      lengths: [
        ...terms.map((texts) => texts.reduce((sum, { list }) => sum + list.length, 0)),
        addresses.length,
      ],
      terms: [...terms.flatMap((texts) => texts.map(({ list }) => list)), addresses],
      starts,
    };
  };
  const languageOf = (readings: readonly (readonly TextReading[])[]): Language => {
    ballot.clear();
    let left = LANGUAGE_SAMPLE;
    // The passage's own words first, then lead-in, title and headings.
    for (const field of [0, 4, 1, 2]) {
      for (const reading of readings[field] ?? []) {
        if (left > 0) ballot.add(reading.evidence(left));
        left -= reading.length + 1;
      }
    }
    return ballot.decide().language;
  };
  return {
    readPassage: ({ pieces, headingPath, lead, context }, { title, path, aliases }) =>
      read({
        text: pieces.map(({ text }) => text),
        title: [title],
        heading: [...headingPath, ...context.dates, path.replace(/\.md$/iu, '')],
        alias: aliases,
        lead: [lead],
      }),
    readDocument: ({ text, subject, predicate, object, noteTitle, headingPath, aliases, before, after }) =>
      read({
        text: [text === '' ? [subject, predicate, object ?? ''].join(' ') : text],
        title: [noteTitle],
        heading: headingPath,
        alias: aliases,
        lead: [before, after],
      }),
  };
}
