import { normaliseTerm } from '@memora/core';
import { isDateOnly, scanDates } from '@memora/language/dates';
import { stopWords } from '@memora/language/stems';
import { splitWords } from '@memora/language/text';
import { ARTICLES, COPULAS } from '@memora/language/words';
import { toPlainText } from '@memora/vault/internal';
import type { ClaimDocument } from '../../model/claim-index.ts';
import { readValue, type SlotValue } from './read-value.ts';

/** The position of a value in a statement. Two claims with the same slot and different values can't both hold at one time. */
export interface Slot {
  /**
   * The normalised name of the thing; its entity is known only after all notes are read. Null if several titles and headings together say what the value
   * belongs to.
   */
  readonly name: string | null;
  /** True if the name is an entity even without a note: it is a proper name, or a model resolved it. */
  readonly isResolved: boolean;
  /** The other data that two claims must share. */
  readonly place: string;
  /** Used instead of `place` if only one note has the name, so that it means the same thing in every folder; null for a sentence, and if there is no name. */
  readonly placeOfThing: string | null;
  /** The normalised key of the value, as in the config. */
  readonly key: string;
  readonly kind: SlotValue['kind'];
  readonly value: string;
  /** The rule for when two of its values conflict. */
  readonly single: SlotRule;
}

/**
 * When two values of one slot can't both be true: `always`; `config` if only the config can say so; `mostly`
 * if the key has the same value from note to note in the vault, except for occasional changes. A log has a
 * different value in every note.
 */
export type SlotRule = 'config' | 'always' | 'mostly';

/**
 * Returns the slot of a claim with a structured form (frontmatter, `key:: value`, `Key: value`, a table
 * cell), a claim whose parts a model named, or a sentence that says that a name is a number or a date.
 * Returns null for any other claim, because only a reader can judge it.
 */
export function readSlot(document: ClaimDocument): Slot | null {
  const { form, isHearsay, isTask } = document;
  if (isHearsay === true || isTask === true) return null;
  const stated = document.object === null ? splitAtCopula(document.text) : document;
  const value = readValue(stated?.object ?? '');
  if (value === null || stated === null) return null;
  return form === undefined ? ofSentence({ ...document, ...stated }, value) : ofForm(document, form, value);
}

/** "The limit of Pump Nine is 40 bar": splits into a short name, the copula and the rest. */
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

function ofForm(
  document: ClaimDocument,
  form: NonNullable<ClaimDocument['form']>,
  value: SlotValue,
): Slot | null {
  const { region, scope = region, noteTitle, headingPath, subject, predicate } = document;
  const key = normaliseTerm(predicate);
  const names = [noteTitle, ...headingPath.filter((heading) => !isDateOnly(heading))];
  const undated = names.map(withoutDates);
  const about = new Set([...undated, ...(form === 'cell' ? [normaliseTerm(subject)] : [])]);
  about.delete('');
  // Text in a note that is named by a day only is about that day.
  if (about.size === 0) return null;
  const isSeries = undated.some((name, i) => name !== normaliseTerm(names[i] as string));
  const isName = form === 'label' && value.kind === 'text';
  const [name = null, ...others] = scope === region ? about : [];
  const isThing = name !== null && others.length === 0;
  return {
    name: isThing ? name : null,
    isResolved: false,
    place: JSON.stringify([scope, ...about, key, value.kind, value.unit]),
    placeOfThing: isThing ? JSON.stringify(['thing', key, value.kind, value.unit]) : null,
    key,
    kind: value.kind,
    value: value.value,
    single: isName && value.isTyped !== true ? 'config' : isName || isSeries ? 'mostly' : 'always',
  };
}

/** Returns a title or heading without its dates, normalised, so that notes of one series have one name. Empty if it is only a date. */
function withoutDates(name: string): string {
  const dates = scanDates(name);
  if (dates.length === 0 && !isDateOnly(name)) return normaliseTerm(name);
  let rest = dates.length === 0 ? '' : name;
  for (const { start, end } of dates.toReversed()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return normaliseTerm(
    splitWords(rest)
      .map(({ text }) => text)
      .join(' '),
  );
}

function ofSentence({ subject, predicate, isResolved }: ClaimDocument, value: SlotValue): Slot | null {
  const key = normaliseTerm(predicate);
  if (isResolved !== true && (value.kind === 'text' || !COPULAS.has(key))) return null;
  const name = withoutArticle(subject);
  return {
    name: normaliseTerm(name),
    isResolved: isResolved === true || isProperName(name),
    place: JSON.stringify([key, value.kind, value.unit]),
    placeOfThing: null,
    key,
    kind: value.kind,
    value: value.value,
    single: value.kind === 'text' ? 'config' : 'always',
  };
}

function withoutArticle(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/u);
  return rest.length > 0 && ARTICLES.has(first.toLowerCase()) ? rest.join(' ') : name;
}

/** True for several words with a capital letter or digit after the first: such a name means one thing everywhere. */
function isProperName(name: string): boolean {
  return /\s(?:\S*\s)*[\p{Lu}\p{N}]/u.test(name);
}
