import { findDate } from '@memora/language/dates';
import { parsePrivacyMarkers } from '@memora/privacy';
import { isMemoryPath } from '@memora/vault/internal';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import { WORTH_A_BUDGET } from '../threads/bounded-reader.ts';
import type { DetectBand } from '../with-detected-bands.ts';
import type { Fact, FactFailure } from './fact.ts';

const LONGEST_ID = 500;
const encoder = new TextEncoder();

/**
 * Returns why a fact is refused; null if it is not. With `detect`, a fact is also refused if `secret` text is
 * in its id, title or triple, in two of their parts together, or in the start of the text after one of them.
 */
export function checkFact(fact: Fact, detect?: DetectBand): FactFailure | null {
  try {
    requireFact(fact, detect);
    return null;
  } catch (error) {
    return { id: idOf(fact), ...toFailure(error) };
  }
}

/** The id of the fact that a caller passed; empty if it has none. */
export function idOf(fact: Fact | null | undefined): string {
  return typeof fact?.id === 'string' ? fact.id : '';
}

/** Throws `FACT_INVALID` for a fact that can't be put. */
export function requireFact(fact: Fact, detect?: DetectBand): void {
  if (typeof fact !== 'object' || fact === null)
    throw invalid('is not an object', 'Give each fact as an object with an id and a text.');
  const { id, text, band, validFrom, validUntil } = fact;
  if (typeof id !== 'string' || id.length === 0 || id.length > LONGEST_ID)
    throw invalid('has no id of 1 to 500 characters', 'Give each fact an id of your own.');
  if (/\p{Cc}/u.test(id) || id.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw invalid('has an id with a control character or an empty part', 'Use an id such as `accounts/42`.');
  if (isMemoryPath(id))
    throw invalid('has the path of an agent’s memory as its id', 'Use another id, such as `accounts/42`.');
  if (typeof text !== 'string') throw invalid('has no text', 'Give each fact a text to be cited.');
  if (encoder.encode(text).length > WORTH_A_BUDGET)
    throw invalid('has a text of more than 64 KiB', 'Split it into several facts.');
  if (band !== undefined && band !== 'public' && band !== 'private')
    throw invalid('has a band other than public or private', 'Keep secret text in a vault, which has a key.');
  for (const date of [validFrom, validUntil])
    if (date !== undefined && findDate(date)?.validFrom !== date)
      throw invalid('has a date that is not a day, month or year', 'Use ISO 8601, such as `2026-03-01`.');
  requireOpenNames(fact, detect);
  if (detect !== undefined) requireOpenWhole(fact, detect);
}

/** The names of a fact are shown and sent with each of its claims, so no part of them can be hidden. */
function requireOpenNames({ id, title, triple }: Fact, detect: DetectBand | undefined): void {
  const { subject, predicate, object } = triple ?? {};
  for (const [what, words] of Object.entries({ id, title, subject, predicate, object })) {
    if (words == null) continue;
    if (typeof words !== 'string') throw invalid(`has a ${what} that is not a text`, 'Give it as a string.');
    if (parsePrivacyMarkers(encoder.encode(words)).regions.length > 0)
      throw invalid(
        `has privacy markers in its ${what}, which is always shown`,
        'Only parts of the text can be hidden.',
      );
    if (detect?.(words) === 'secret')
      throw invalid(
        `has a secret in its ${what}, as the detector reads it, and its ${what} is always shown`,
        'Keep secret text in a vault, which has a key.',
      );
  }
}

/**
 * A label and its value may be in two parts of a fact that are shown together: `Password` as the title of
 * `Moonh0rse!7`, or `Moonh0rse!7` · `is the password`. A secret that the detector finds in two parts, in the
 * triple, or in a part followed by the start of the text is refused. Later lines of the text are not
 * compared.
 */
function requireOpenWhole({ id, title, text, triple }: Fact, detect: DetectBand): void {
  const { subject, predicate, object } = triple ?? {};
  const ofTriple = [subject, predicate?.replaceAll('_', ' '), object].filter((words) => words != null);
  const parts = [...(title == null ? [] : [title]), ...ofTriple];
  const names = [...new Set([...id.split('/'), ...parts])];
  const pairs = names.flatMap((name) => parts.flatMap((part) => (part === name ? [] : [[name, part]])));
  // `password of Ann` may be one part of a triple or two.
  const splits = ofTriple.map((part) => [ofTriple.filter((other) => other !== part).join(' '), part]);
  const isSecret = (words: string) =>
    detect(words) === 'secret' || detect.findSecrets(encoder.encode(words))?.length !== 0;
  const shown = [
    ofTriple.join(' '),
    id.replaceAll('/', '\n\n'),
    ...[...pairs, ...splits].flatMap((pair) => [pair.join('\n\n'), pair.toReversed().join('\n\n')]),
  ];
  if (shown.some(isSecret))
    throw invalid(
      'has a secret spread over its id, title and triple, as the detector reads them, and they are always shown',
      'Keep secret text in a vault, which has a key.',
    );
  // If the text itself labels a secret, only that part of the text is hidden, and the fact is accepted.
  const starts = [...new Set([text.trim(), text.trim().split('\n')[0] as string])].filter(
    (words) => !isSecret(words),
  );
  const beside = (name: string, words: string) => [`${name}\n\n${words}`, `${words} ${name}`];
  if (names.some((name) => starts.some((words) => beside(name, words).some(isSecret))))
    throw invalid(
      'has a text that the detector reads as a secret next to its id, title or triple, which are always shown',
      'Keep secret text in a vault, which has a key.',
    );
}

function invalid(what: string, hint: string): ClaimsError<'FACT_INVALID'> {
  return new ClaimsError(`the fact ${what}`, { code: 'FACT_INVALID', hint });
}

/** Code and reason without text of the fact, because messages of foreign errors are not passed on. */
export function toFailure(error: unknown): { readonly code: string; readonly reason: string } {
  if (ClaimsError.isInstance(error)) return { code: error.code, reason: `${error.message}. ${error.hint}` };
  const name = error instanceof Error ? error.name : 'unknown error';
  return { code: 'FACT_FAILED', reason: `An unexpected ${name} occurred.` };
}
