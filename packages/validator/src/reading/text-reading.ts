import { type NumberToken, readNumbers } from '@memora/language/numbers';
import { type DriftEvidence, prepareDriftEvidence } from '../drift/drift-evidence.ts';
import { type KnownNames, readKnownNames } from '../words/known-names.ts';
import { languageOf, type TextLanguage } from '../words/language-of.ts';
import { readSentences, type SentenceReading } from '../words/read-sentences.ts';
import { indexTerms, readTerms, type Term, type TermIndex } from '../words/read-terms.ts';
import { isOfThisRound, type PlainWords, readPlainWords } from './plain-words.ts';

/**
 * A text with what the guard, the drift check, the relevance check and the clauses read of it. Each part is read when it is first asked for,
 * and once: a cited text has one reading for all statements that cite it.
 */
export interface TextReading {
  readonly text: string;
  readonly numbers: readonly NumberToken[];
  /** The values of all numbers. */
  readonly values: ReadonlySet<number>;
  readonly terms: readonly Term[];
  readonly termIndex: TermIndex;
  readonly language: TextLanguage;
  /** Each sentence once, with its words. */
  readonly sentences: readonly SentenceReading[];
  readonly drift: DriftEvidence;
  readonly knownNames: KnownNames;
  /** The numbers of its words (see {@link readPlainWords}), for use at once; `null` for a text that is not plain ASCII. */
  readonly plainWords: readonly number[] | null;
}

/** Makes the reading of a text; nothing is read yet. One that is a reading already is given back. */
export function readText(text: string | TextReading): TextReading {
  return typeof text === 'string' ? new LazyReading(text) : text;
}

/** The text of a reading, or the text itself. */
export function textOf(text: string | TextReading): string {
  return typeof text === 'string' ? text : text.text;
}

class LazyReading implements TextReading {
  readonly text: string;
  #numbers: readonly NumberToken[] | undefined;
  #values: ReadonlySet<number> | undefined;
  #terms: readonly Term[] | undefined;
  #termIndex: TermIndex | undefined;
  #language: TextLanguage | undefined;
  #sentences: readonly SentenceReading[] | undefined;
  #drift: DriftEvidence | undefined;
  #plainWords: PlainWords | null | undefined;
  #knownNames: KnownNames | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get numbers(): readonly NumberToken[] {
    this.#numbers ??= readNumbers(this.text);
    return this.#numbers;
  }

  get values(): ReadonlySet<number> {
    this.#values ??= new Set(this.numbers.flatMap(({ values }) => values));
    return this.#values;
  }

  get terms(): readonly Term[] {
    this.#terms ??= readTerms(this.text);
    return this.#terms;
  }

  get termIndex(): TermIndex {
    this.#termIndex ??= indexTerms(this.terms);
    return this.#termIndex;
  }

  get language(): TextLanguage {
    this.#language ??= languageOf(this.text);
    return this.#language;
  }

  get sentences(): readonly SentenceReading[] {
    this.#sentences ??= readSentences(this.text);
    return this.#sentences;
  }

  get drift(): DriftEvidence {
    this.#drift ??= prepareDriftEvidence(this.text, () => this.language);
    return this.#drift;
  }

  get knownNames(): KnownNames {
    this.#knownNames ??= readKnownNames(this.text);
    return this.#knownNames;
  }

  get plainWords(): readonly number[] | null {
    if (this.#plainWords === undefined || (this.#plainWords !== null && !isOfThisRound(this.#plainWords)))
      this.#plainWords = readPlainWords(this.text);
    return this.#plainWords === null ? null : this.#plainWords.ids;
  }
}
