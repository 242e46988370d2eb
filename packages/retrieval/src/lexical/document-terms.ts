import type { ClaimDocument } from '@memora/claims';
import { createBallot, LANGUAGE_SAMPLE } from '@memora/language/detect';
import type { Language } from '@memora/language/stems';
import { createTextReader, type Term, type TextReading } from '../tokenise/read-texts.ts';
import { LEXICAL_FIELDS, type LexicalField } from './lexical-fields.ts';

export interface DocumentTerms {
  readonly language: Language;
  /** The terms of each field, joined with spaces, in the order of LEXICAL_FIELDS. */
  readonly texts: readonly string[];
  readonly lengths: readonly number[];
  /** Every term of every field, repetitions included. */
  readonly terms: readonly (readonly Term[])[];
}

/**
 * Reads the terms under which the claims of a batch are indexed. The language is that of the claim with its context, so that
 * a heading of two words is stemmed like the text below it. Those of a secret claim are kept encrypted only.
 */
export function createDocumentReader(): (document: ClaimDocument) => DocumentTerms {
  const reader = createTextReader();
  const ballot = createBallot();
  const fieldsOf = (document: ClaimDocument): Record<LexicalField, readonly TextReading[]> => ({
    statement: readAll([document.subject, document.predicate, document.object ?? '']),
    span: [reader.read(document.text)],
    title: [reader.read(document.noteTitle)],
    heading: readAll(document.headingPath),
    alias: readAll(document.aliases),
    near: readAll([document.before, document.after]),
  });
  const readAll = (texts: readonly string[]): readonly TextReading[] => texts.map(reader.read);
  return (document) => {
    const readings = fieldsOf(document);
    ballot.clear();
    let left = LANGUAGE_SAMPLE;
    for (const field of ['span', 'near', 'title', 'heading'] as const) {
      for (const reading of readings[field]) {
        if (left > 0) ballot.add(reading.evidence(left));
        left -= reading.length + 1;
      }
    }
    const { language } = ballot.decide();
    const fields = LEXICAL_FIELDS.map((field) =>
      readings[field].map((reading) =>
        field === 'near' ? reading.termsWithoutStopWords(language) : reading.terms(language),
      ),
    );
    return {
      language,
      texts: fields.map((texts) =>
        texts.length === 1 && texts[0]?.dates === ''
          ? texts[0].words
          : [...texts.map(({ words }) => words), ...texts.map(({ dates }) => dates)]
              .filter(Boolean)
              .join(' '),
      ),
      lengths: fields.map((texts) => texts.reduce((sum, { list }) => sum + list.length, 0)),
      terms: fields.flatMap((texts) => texts.map(({ list }) => list)),
    };
  };
}
