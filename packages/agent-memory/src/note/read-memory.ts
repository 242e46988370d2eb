import type { ParsedNote } from '@memora/vault';
import { toMemoryKind } from './memory-kind.ts';
import type { HeldReason, MemoryNote, MemorySource } from './memory-note.ts';
import { isMemoryId } from './memory-place.ts';
import { toReplaced } from './replaced-memories.ts';

const SOURCES: readonly MemorySource[] = ['agent', 'tool', 'external'];
const HELD: readonly HeldReason[] = ['instruction_without_user', 'injection_pattern', 'external_instruction'];

/** The memory in a note, even if somebody edited it; null if the note is not a memory. `bytes` are the note's. */
export function readMemory(note: ParsedNote, bytes: Uint8Array): MemoryNote | null {
  const { id, frontmatter, body } = note;
  const { fields, validFrom, validUntil, tags, created } = frontmatter;
  const kind = toMemoryKind(textOf(fields.get('kind')) ?? '');
  if (!isMemoryId(id) || kind === null) return null;
  const evidence = fields.get('evidence');
  const source = SOURCES.find((each) => each === frontmatter.source?.trim().toLowerCase());
  const held = textOf(fields.get('held'));
  const original = textOf(fields.get('original'));
  const details = textOf(fields.get('details'));
  const bridge = textOf(fields.get('bridge'));
  const saidBy = textOf(fields.get('said_by'));
  return {
    id,
    kind,
    content: unescaped(new TextDecoder().decode(bytes.subarray(body.start, body.end)).trim()),
    source: source ?? 'agent',
    agent: textOf(fields.get('agent')),
    session: textOf(fields.get('session')),
    ...(original === null ? {} : { original }),
    ...(details === null ? {} : { details }),
    ...(bridge === null ? {} : { bridge }),
    ...(saidBy === null ? {} : { saidBy }),
    evidence: textOf(Array.isArray(evidence) ? evidence[0] : evidence),
    ...(Array.isArray(evidence) && evidence.length > 1
      ? { further: evidence.slice(1).flatMap((link) => textOf(link) ?? []) }
      : {}),
    quote: textOf(fields.get('quote')),
    entity: textOf(fields.get('entity')),
    tags,
    validFrom,
    validUntil,
    ...toReplaced([fields.get('supersedes')].flat().flatMap((id) => textOf(id) ?? [])),
    // Any unknown value holds it too.
    held: held === null ? null : (HELD.find((each) => each === held) ?? 'instruction_without_user'),
    privacy: note.band,
    created: created ?? '',
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The statement without the escape that keeps it prose. */
function unescaped(body: string): string {
  return body.replace(/^(\d*)\\(?=[#>|+*=~`\-.)[$%<])/u, '$1');
}
