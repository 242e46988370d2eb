import { compareBands, isBand, toInstant } from '@memora/core';
import { hideCredentials } from '@memora/privacy/internal';
import { LONGEST_STATEMENT } from '../admit/admit-memory.ts';
import { isBinary } from '../admit/is-binary.ts';
import { memoryError } from '../memory-error.ts';
import { MEMORY_KINDS, toMemoryKind } from '../note/memory-kind.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { createMemoryId, isMemoryId } from '../note/memory-place.ts';
import type { NewMemory } from './new-memory.ts';
import { toStatement } from './to-statement.ts';
import { withoutReminder } from './without-reminder.ts';

/** Who writes a memory, and when. */
export interface Writer {
  readonly agent: string | null;
  readonly session: string;
  readonly now: Date;
  readonly createId?: (() => string) | undefined;
}

const MOST_TAGS = 32;
const LONGEST_TAG = 100;
const DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/u;

/** Composes the note of a new memory, before any decision about it. Throws `MEMORY_INVALID`. */
export function composeMemory(
  item: NewMemory,
  { agent, session, now, createId = createMemoryId }: Writer,
): MemoryNote {
  const kind = toMemoryKind(String(item.kind ?? 'fact'));
  if (kind === null)
    throw invalid('The kind of a memory is not known.', `Use one of ${MEMORY_KINDS.join(', ')}.`);
  if (typeof item.content !== 'string')
    throw invalid('The content of a memory is not text.', 'Give one statement as a string.');
  const { privacy = 'private', supersedes = null } = item;
  if (!isBand(privacy)) throw invalid('The band of a memory is not known.', 'Use public, private or secret.');
  if (supersedes !== null && !isMemoryId(supersedes))
    throw invalid('The id of the memory to replace is not valid.', 'Give an id such as mem_0123456789ab.');
  const saidBy = toSaidBy(item.saidBy);
  if (item.lasts !== undefined && !LASTS.has(item.lasts))
    throw invalid('How long a memory lasts is not known.', 'Use moment, project or always.');
  return {
    id: createId(),
    kind,
    // Binary content becomes an empty statement; content that is too long is refused as such. A label may be
    // on a line of its own, and a statement does not keep line breaks.
    content: isBinary(item.content) ? '' : hidden(withoutReminder(toStatement(hidden(item.content)))),
    source: saidBy?.startsWith('tool:') === true ? 'tool' : 'agent',
    agent: agent === null ? null : toStatement(agent) || null,
    session,
    evidence: null,
    quote: toQuote(item.quote),
    ...(saidBy === null ? {} : { saidBy }),
    entity: hidden(toLine(item.entity, 'entity')) || null,
    tags: toTags(item.tags).map(hidden),
    validFrom: toDate(item.validFrom, 'valid_from'),
    validUntil: toDate(item.validUntil, 'valid_until'),
    supersedes,
    held: null,
    privacy,
    created: toSeconds(now),
  };
}

/** Replaces credentials with their kind, so none is written. */
function hidden(text: string): string {
  return text.length > LONGEST_HIDDEN ? text : hideCredentials(text).text;
}

/** A longer text is not a statement and is not written. */
const LONGEST_HIDDEN = 16 * LONGEST_STATEMENT;

const LASTS = new Set(['moment', 'project', 'always']);
const SAID_BY = /^(?:user|own_work|tool:.*)$/su;

/** The speaker, according to the caller. */
function toSaidBy(saidBy: string | undefined): string | null {
  if (saidBy === undefined) return null;
  const line = typeof saidBy === 'string' ? toStatement(saidBy).replace(/^tool$/u, 'tool:') : '';
  if (!SAID_BY.test(line) || line.length > LONGEST_TAG * 2)
    throw invalid('Who said a memory is not known.', 'Use user, own_work or tool: and where it was read.');
  return hidden(line);
}

/** The words that the agent quotes; null if they are not text or too long for a statement. */
function toQuote(quote: string | undefined): string | null {
  const words = typeof quote === 'string' && quote.length <= LONGEST_STATEMENT ? toStatement(quote) : '';
  return words === '' || isBinary(words) ? null : hidden(words);
}

/** A time in the form that notes use. */
export function toSeconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** The stricter of two bands. */
export function stricter(a: MemoryNote['privacy'], b: MemoryNote['privacy']): MemoryNote['privacy'] {
  return compareBands(a, b) >= 0 ? a : b;
}

function toLine(text: string | undefined, name: string): string {
  if (text === undefined) return '';
  if (typeof text !== 'string' || text.length > LONGEST_TAG * 2)
    throw invalid(`The ${name} of a memory is not a short text.`, 'Give a name in a few words.');
  const line = toStatement(text);
  if (!/[\p{L}\p{N}]/u.test(line))
    throw invalid(
      `The ${name} of a memory has no letter and no digit.`,
      'Name a person, a project or a thing, or leave it out.',
    );
  return line;
}

function toTags(tags: readonly string[] = []): string[] {
  if (
    !Array.isArray(tags) ||
    tags.length > MOST_TAGS ||
    tags.some((tag) => typeof tag !== 'string' || tag.length > LONGEST_TAG)
  )
    throw invalid(
      'The tags of a memory are not a list of a few short texts.',
      `Give at most ${MOST_TAGS} tags.`,
    );
  return [...new Set(tags.map((tag: string) => toStatement(tag)).filter((tag) => tag !== ''))];
}

function toDate(date: string | undefined, name: string): string | null {
  if (date === undefined) return null;
  if (typeof date !== 'string' || !DATE.test(date) || toInstant(date) === null)
    throw invalid(
      `The ${name} of a memory is not a date.`,
      'Give YYYY, YYYY-MM, YYYY-MM-DD or a time such as 2026-11-22T14:03:05Z.',
    );
  return date;
}

function invalid(message: string, hint: string) {
  return memoryError('MEMORY_INVALID', message, hint);
}
