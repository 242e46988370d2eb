import type * as Sqlite from '@memora/claims/sqlite';
import { prepareQueryOnce } from '../../queries/prepare-query.ts';
import { type Term, toTerm } from '../../tokenise/read-texts.ts';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';
import type { PassageTerms } from '../passages/passage-terms.ts';
import type { NoteTerms } from './read-documents.ts';

/** The changes of a batch to the statistics, written once per batch instead of once per term. */
export interface StatisticsChange {
  /** Adds or subtracts a passage. */
  readonly count: (passage: CountedPassage, sign: 1 | -1) => void;
  /** Adds all passages of a note. */
  readonly countNote: (note: NoteTerms) => void;
  readonly apply: () => void;
}

interface CountedPassage {
  readonly language: string;
  readonly lengths: readonly number[];
  readonly terms: readonly (readonly Term[])[];
}

/** Returns the counts of a passage that was written. */
export function toCounted({
  language,
  texts,
}: Pick<PassageTerms, 'texts'> & { language: string }): CountedPassage {
  const terms = texts.map((text) => (text === '' ? [] : text.split(' ').map(toTerm)));
  return { language, terms, lengths: terms.map(({ length }) => length) };
}

let lastDocument = 0;

export function createStatisticsChange(db: Sqlite.Database): StatisticsChange {
  const changed = new Set<Term>();
  const totals = new Map<string, number>();
  const add = (name: string, value: number) => totals.set(name, (totals.get(name) ?? 0) + value);
  const addLengths = (lengths: readonly number[], sign: number) =>
    LEXICAL_FIELDS.forEach((field, i) => {
      add(`length:${field}`, sign * (lengths[i] ?? 0));
    });
  const countTerm = (term: Term, documents: number) => {
    // Ignore counts that a failed batch left behind.
    if (!changed.has(term)) term.documents = 0;
    changed.add(term);
    term.documents += documents;
  };
  return {
    countNote: ({ passages, terms, documents }) => {
      for (const [i, text] of terms.entries()) countTerm(toTerm(text), documents[i] ?? 0);
      add('documents', passages.length);
      for (const { language, lengths } of passages) {
        add(`language:${language}`, 1);
        addLengths(lengths, 1);
      }
    },
    count: ({ language, lengths, terms }, sign) => {
      const document = ++lastDocument;
      for (const list of terms) {
        for (const term of list) {
          if (term.countedIn === document) continue;
          term.countedIn = document;
          countTerm(term, sign);
        }
      }
      add('documents', sign);
      add(`language:${language}`, sign);
      addLengths(lengths, sign);
    },
    apply: () => {
      const [addTerm, uncountTerm] = [prepareQueryOnce(db, 'countTerm'), prepareQueryOnce(db, 'uncountTerm')];
      const [dropTerm, countTotal] = [prepareQueryOnce(db, 'dropTerm'), prepareQueryOnce(db, 'countTotal')];
      for (const { text, documents } of changed) {
        if (documents > 0) addTerm.run(text, documents);
        else if (documents < 0) {
          uncountTerm.run(-documents, text);
          dropTerm.run(text);
        }
      }
      for (const [name, value] of totals) if (value !== 0) countTotal.run(name, value);
    },
  };
}
