import { normaliseTerm } from '@memora/core';
import { isDateOnly } from '@memora/language/dates';
import { stopWords } from '@memora/language/stems';
import { ARTICLES, COPULAS } from '@memora/language/words';
import { toPlainText } from '@memora/vault/internal';
import type { ClaimDocument } from '../../model/claim-index.ts';
import { readValue, type SlotValue } from './read-value.ts';

/** Where a statement puts a value. Two claims with one slot and two values can't both hold at one time. */
export interface Slot {
  /**
   * The name of the thing in a sentence, normalised: which entity it means is known once all notes are. Null where the place in the notes
   * says what the value is of.
   */
  readonly name: string | null;
  /** True if the name is of an entity although no note bears it: it is a proper name, or a model resolved it. */
  readonly isResolved: boolean;
  /** Everything else that two claims must share. */
  readonly place: string;
  /** The key of the value, normalised: what the config names. */
  readonly key: string;
  readonly kind: SlotValue['kind'];
  readonly value: string;
  /** False where only the config can say that the key takes one value. */
  readonly isSingle: boolean;
}

/**
 * The slot of a claim that has a form of its own (frontmatter, `key:: value`, `Key: value`, a table cell), whose parts a model named, or whose sentence says
 * of a name that it is a number or a date alone. Null for every other one: what else may have changed is for a reader of both.
 */
export function readSlot(document: ClaimDocument): Slot | null {
  const { form, isHearsay, isTask } = document;
  if (isHearsay === true || isTask === true) return null;
  const stated = document.object === null ? splitAtCopula(document.text) : document;
  const value = readValue(stated?.object ?? '');
  if (value === null || stated === null) return null;
  return form === undefined ? ofSentence({ ...document, ...stated }, value) : ofForm(document, form, value);
}

/** "The limit of Pump Nine is 40 bar": a name of few words, the verb that says what it is, and the rest. */
function splitAtCopula(text: string): Pick<ClaimDocument, 'subject' | 'predicate' | 'object'> | null {
  const words = text.length > LONGEST ? [] : toPlainText(text).trim().split(' ');
  const at = words.findIndex((word) => COPULAS.has(word.toLowerCase()));
  const subject = words.slice(0, at).join(' ');
  const isName = at > 0 && at <= MOST_WORDS && !STOPS.some((stop) => subject.includes(stop));
  const first = words[0]?.toLowerCase() ?? '';
  if (!isName || (stopWords('en').has(first) && !ARTICLES.has(first))) return null;
  return { subject, predicate: words[at] ?? '', object: words.slice(at + 1).join(' ') };
}

const LONGEST = 160;
const MOST_WORDS = 8;
const STOPS = [',', ';', ':', '. ', '?', '!'];

function ofForm(document: ClaimDocument, form: NonNullable<ClaimDocument['form']>, value: SlotValue): Slot {
  const { region, scope = region, noteTitle, headingPath, subject, predicate } = document;
  const key = normaliseTerm(predicate);
  const headings = headingPath.filter((heading) => !isDateOnly(heading)).map(normaliseTerm);
  const about = new Set([
    normaliseTerm(noteTitle),
    ...headings,
    ...(form === 'cell' ? [normaliseTerm(subject)] : []),
  ]);
  return {
    name: null,
    isResolved: false,
    place: JSON.stringify([scope, ...about, key, value.kind, value.unit]),
    key,
    kind: value.kind,
    value: value.value,
    isSingle: value.kind !== 'text' || form !== 'label',
  };
}

function ofSentence({ subject, predicate, isResolved }: ClaimDocument, value: SlotValue): Slot | null {
  const key = normaliseTerm(predicate);
  if (isResolved !== true && (value.kind === 'text' || !COPULAS.has(key))) return null;
  const name = withoutArticle(subject);
  return {
    name: normaliseTerm(name),
    isResolved: isResolved === true || isProperName(name),
    place: JSON.stringify([key, value.kind, value.unit]),
    key,
    kind: value.kind,
    value: value.value,
    isSingle: value.kind !== 'text',
  };
}

function withoutArticle(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/u);
  return rest.length > 0 && ARTICLES.has(first.toLowerCase()) ? rest.join(' ') : name;
}

/** Several words with a capital letter or a figure behind the first: such a name means one thing wherever it is said. */
function isProperName(name: string): boolean {
  return /\s(?:\S*\s)*[\p{Lu}\p{N}]/u.test(name);
}
