import { normaliseTerm, toSpan } from '@memora/core';
import { JOINING_WORDS } from '@memora/language/words';
import { alignQuote, checkCriticalTokens } from '@memora/validator';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';
import type { ClaimAssertion, ClaimKind } from '../../model/claim.ts';
import { assertionCodes, kindCodes } from '../../model/codes.ts';
import type { ExtractedClaim } from '../../model/extractor.ts';
import { readAssertion } from '../offline/read-assertion.ts';
import { readCutQuote } from './read-cut-quote.ts';
import type { ModelRecord } from './read-records.ts';

/** Why a record was refused. */
export type RefusalReason =
  | 'quote_absent'
  | 'quote_edited'
  | 'quote_ambiguous'
  | 'subject_absent'
  | 'predicate_absent'
  | 'object_absent'
  | 'token_mismatch';

/** A record that stands in the note, or why it does not. */
export type GroundedRecord =
  | { readonly claim: Omit<ExtractedClaim, 'validFrom' | 'validUntil' | 'precision'> }
  | { readonly refused: RefusalReason };

/**
 * Takes a record only where its quote stands in one of the segments shown, letter by letter, and where its terms stand in
 * the quote's neighbourhood: the segment, its paragraph, the headings and the title. `numbered` are the segments in the order
 * in which the model saw them; a quote under a wrong number counts where it stands in exactly one other.
 */
export function groundRecord(
  record: ModelRecord,
  note: ParsedNote,
  numbered: readonly number[],
): GroundedRecord {
  const place = findQuote(record, note, numbered);
  if ('refused' in place) return place;
  const { index, start, end } = place;
  const segment = note.segments[index] as Segment;
  const around = neighbourhood(note, index);
  const quote = toPlainText(segment.text);
  const subject = record.subject === null ? null : toPlainText(record.subject);
  const terms = readTerms(record);
  const inherited = subject === null || !holdsAll(tokensOf(quote), subject);
  if (inherited && subject !== null && !holdsAll(around, subject)) return { refused: 'subject_absent' };
  if (terms.object !== null && !holdsAll(tokensOf(quote), terms.object)) return { refused: 'object_absent' };
  if (terms.predicate !== 'states' && !holdsStems(around, terms.predicate))
    return { refused: 'predicate_absent' };
  const about = subject ?? segment.headingPath.at(-1) ?? note.title;
  if (terms.predicate !== 'states') {
    const statement = `${about} ${terms.predicate} ${terms.object ?? ''}`;
    const { noteTitle, headingPath } = { noteTitle: note.title, headingPath: segment.headingPath };
    const report = checkCriticalTokens(statement, quote, { noteTitle, headingPath });
    if (!report.ok) return { refused: 'token_mismatch' };
  }
  const whole = Buffer.from(segment.text);
  const cut = readCutQuote(whole.toString('utf8', 0, start), whole.toString('utf8', end));
  const offline = cut ?? readAssertion(quote, segment);
  return {
    claim: {
      segment: index,
      // A clause without its condition, or without who said it, would not be what the note says.
      span: cut === null ? toSpan(segment.span.start + start, segment.span.start + end) : segment.span,
      subject: about,
      inherited,
      predicate: terms.predicate,
      object: terms.object,
      kind: nameOf(record.kind, kindCodes.names, 'fact') as ClaimKind,
      // What the text itself shows not to be asserted stays so, whatever the model says.
      assertion:
        offline === 'asserted'
          ? (nameOf(record.assertion, assertionCodes.names, 'asserted') as ClaimAssertion)
          : offline,
      confidence: Math.min(record.confidence ?? 0.7, 0.95),
    },
  };
}

/** A record without a predicate, or without an object and with a vague one, states its quote. */
function readTerms(record: ModelRecord): { predicate: string; object: string | null } {
  const predicate = record.predicate === null ? '' : toPlainText(record.predicate);
  const object = record.object === null ? null : toPlainText(record.object);
  if (predicate === '') return { predicate: 'states', object: null };
  return { predicate, object };
}

type Place = { readonly index: number; readonly start: number; readonly end: number };

function findQuote(
  record: ModelRecord,
  note: ParsedNote,
  numbered: readonly number[],
): Place | { readonly refused: RefusalReason } {
  let worst: RefusalReason = 'quote_absent';
  const found: Place[] = [];
  const named = numbered[record.segment - 1];
  for (const index of named === undefined ? numbered : [named, ...numbered.filter((n) => n !== named)]) {
    const segment = note.segments[index] as Segment;
    const alignment = alignQuote(segment.text, record.quote);
    const [span] = alignment.spans;
    if (alignment.grounded && alignment.spans.length === 1 && span !== undefined) {
      const place = { index, start: span.utf8.start, end: span.utf8.end };
      if (index === named) return place;
      found.push(place);
    } else if (alignment.status === 'edited') worst = 'quote_edited';
    else if (alignment.status === 'ambiguous') worst = 'quote_ambiguous';
  }
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  return { refused: found.length > 1 ? 'quote_ambiguous' : worst };
}

/** The words of the title, the headings and the paragraph. */
function neighbourhood(note: ParsedNote, index: number): ReadonlySet<string> {
  const segment = note.segments[index] as Segment;
  const texts = [note.title, ...segment.headingPath, segment.text];
  for (const near of note.segments.slice(Math.max(0, index - 3), index + 2)) {
    if (near.block === segment.block && near.band === segment.band) texts.push(near.text);
  }
  const parent = segment.parent === null ? undefined : note.segments[segment.parent];
  if (parent !== undefined && parent.band === segment.band) texts.push(parent.text);
  return tokensOf(texts.map((text) => toPlainText(text)).join(' '));
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,:/'’-][\p{L}\p{M}\p{N}]+)*/gu;
function tokensOf(text: string): ReadonlySet<string> {
  const tokens = new Set<string>();
  for (const [word] of normaliseTerm(text).matchAll(WORD)) {
    tokens.add(word);
    for (const part of word.split(/[.,:/'’-]/u)) tokens.add(part);
  }
  return tokens;
}

function holdsAll(tokens: ReadonlySet<string>, term: string): boolean {
  const words = [...normaliseTerm(term).matchAll(WORD)].map(([word]) => word);
  return words.length > 0 && words.every((word) => JOINING_WORDS.has(word) || tokens.has(word));
}

/** Predicates may be inflected: the first four letters of each word have to stand there. */
function holdsStems(tokens: ReadonlySet<string>, predicate: string): boolean {
  const stems = new Set([...tokens].map((token) => token.slice(0, 4)));
  return [...normaliseTerm(predicate).replaceAll('_', ' ').matchAll(WORD)].every(
    ([word]) => JOINING_WORDS.has(word) || stems.has(word.slice(0, 4)),
  );
}

function nameOf(name: string | null, names: readonly string[], fallback: string): string {
  const wanted = name?.toLowerCase() ?? '';
  return names.includes(wanted) ? wanted : fallback;
}
