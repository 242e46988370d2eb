import type { Memory } from '@memora/engine';
import type { Vault } from '@memora/vault';
import type { Admission } from '../admit/admission.ts';
import { admitMemory } from '../admit/admit-memory.ts';
import { memoryError } from '../memory-error.ts';
import { toMemoryKind } from '../note/memory-kind.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { createMemoryId, placeOfMemory } from '../note/memory-place.ts';
import { renderMemory } from '../note/render-memory.ts';
import type { NewMemory } from './new-memory.ts';
import { toStatement } from './to-statement.ts';

/** What remembering needs of an open memory of an agent. */
export interface RememberPorts {
  readonly memory: Pick<Memory, 'indexNotes'>;
  readonly vault: Pick<Vault, 'replaceNote'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  readonly agent: string | null;
  readonly minLength: number;
  readonly now: () => Date;
}

/** What remembering knows of the session. */
export interface RememberSession {
  readonly id: string;
  readonly savesLeft: () => number | null;
  readonly countSave: () => void;
}

const AGENTS_TRUST = 0.7;

/** Decides on a statement, writes the note of what is let in and indexes it. */
export async function rememberMemory(
  item: NewMemory,
  session: RememberSession,
  ports: RememberPorts,
): Promise<Admission> {
  const note = toNote(item, session, ports);
  const situation = { savesLeft: session.savesLeft(), minLength: ports.minLength };
  const verdict = admitMemory(note, situation);
  const isWritten = verdict.decision !== 'reject';
  if (isWritten) {
    const path = placeOfMemory(ports.root, note);
    await ports.vault.replaceNote(path, null, new TextEncoder().encode(renderMemory(note)));
    session.countSave();
    const [failed] = await ports.memory.indexNotes([path]);
    if (failed !== undefined)
      throw memoryError(
        'MEMORY_NOT_INDEXED',
        `${path} is written and could not be indexed: ${failed.code}.`,
        'Run index again; the memory is not lost.',
      );
  }
  return {
    ...verdict,
    reasons: [{ code: verdict.code, ...(verdict.target === null ? {} : { target: verdict.target }) }],
    memoryId: isWritten ? note.id : null,
    similar: [],
    trust: AGENTS_TRUST,
    band: note.privacy,
    held: note.held,
    grounding: 'own_words',
    savesLeft: session.savesLeft(),
  };
}

function toNote(item: NewMemory, session: RememberSession, { agent, now }: RememberPorts): MemoryNote {
  const kind = toMemoryKind(item.kind ?? 'fact');
  if (kind === null)
    throw memoryError(
      'MEMORY_INVALID',
      'The kind of a memory is not known.',
      'Use profile, event, fact, preference, procedure or tool.',
    );
  if (typeof item.content !== 'string')
    throw memoryError(
      'MEMORY_INVALID',
      'The content of a memory is no text.',
      'Give one statement as a string.',
    );
  return {
    id: createMemoryId(),
    kind,
    content: toStatement(item.content),
    source: 'agent',
    agent,
    session: session.id,
    evidence: null,
    quote: null,
    entity: item.entity === undefined ? null : toStatement(item.entity) || null,
    tags: (item.tags ?? []).map(toStatement).filter((tag) => tag !== ''),
    validFrom: item.validFrom ?? null,
    validUntil: item.validUntil ?? null,
    supersedes: item.supersedes ?? null,
    held: null,
    privacy: item.privacy ?? 'private',
    created: now().toISOString(),
  };
}
