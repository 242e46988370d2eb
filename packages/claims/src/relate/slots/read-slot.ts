import { normaliseTerm } from '@memora/core';
import { isDateOnly } from '@memora/language/dates';
import { ARTICLES, COPULAS } from '@memora/language/words';
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
 * The slot of a claim that has a form of its own (frontmatter, `key:: value`, `Key: value`, a table cell), or whose subject is named and
 * whose object is a number or a date alone. Null for every other claim: what else may have changed is for a reader of both.
 */
export function readSlot(document: ClaimDocument): Slot | null {
  const { object, form } = document;
  if (object === null || document.isHearsay === true || document.isTask === true) return null;
  const value = readValue(object);
  if (value === null) return null;
  return form === undefined ? ofSentence(document, value) : ofForm(document, form, value);
}

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
