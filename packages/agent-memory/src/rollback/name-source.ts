import { writeTurnLink } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import { type NoteTurn, parseNote, readTurns, type Vault } from '@memora/vault';
import { isOfAddress } from '@memora/vault/internal';
import { batchOfSession } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import { memoryError } from '../memory-error.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { isOfSource, isSave, type Named } from './find-closure.ts';
import type { RollbackTarget } from './rollback-plan.ts';

/** The items that a target names, with the turns to remove. */
interface NamedSource extends Named {
  /** Conversation notes with the numbers of the turns to remove; null for the whole note. */
  readonly turns: ReadonlyMap<string, ReadonlySet<number> | null>;
}

export interface NamePorts {
  readonly memory: Pick<Memory, 'claims' | 'revision'>;
  readonly vault: Pick<Vault, 'readNote'>;
  readonly entries: readonly ReadLearningEntry[];
  /** Reads all existing memories. */
  readonly readAll: () => Promise<readonly MemoryNote[]>;
}

/** Finds what a target names. Throws `MEMORY_INVALID` for a target that names nothing in particular. */
export async function nameSource(target: RollbackTarget, ports: NamePorts): Promise<NamedSource> {
  const [value] = Object.values(target) as [unknown];
  if (typeof value !== 'string' || value.trim() === '')
    throw memoryError(
      'MEMORY_INVALID',
      'Nothing to roll back was named.',
      'Give one of batch, session, conversation, turn, agent, since and source.',
    );
  const wanted = value.trim();
  const { entries } = ports;
  const none = { memories: new Set<string>(), batches: new Set<string>(), heard: new Map<string, string>() };
  if ('since' in target) {
    const since = Date.parse(wanted);
    if (Number.isNaN(since))
      throw memoryError(
        'MEMORY_INVALID',
        'The time to roll back to is not a valid time.',
        'Give 2026-11-22T14:03:05Z.',
      );
    const saved = entries.filter((entry) => isSave(entry) && isOfSource(entry, { ...none, since }));
    const memories = new Set(saved.flatMap(({ notes }) => notes[0] ?? []));
    return { ...none, since, memories, turns: new Map() };
  }
  if ('session' in target || 'conversation' in target || 'batch' in target) {
    const batch = 'batch' in target ? wanted : batchOfSession(wanted);
    const turns = new Map<string, null>();
    for (const { path, id } of await conversations(ports))
      if (batchOfSession(id) === batch) turns.set(path, null);
    return { ...none, batches: new Set([batch]), turns };
  }
  if ('agent' in target) return byAgent(wanted, none, ports);
  const turn = /^(.+)#\^?t(\d{1,9})$/u.exec(wanted);
  const isMeant = (id: string, each: NoteTurn): boolean =>
    'turn' in target
      ? id === turn?.[1] && each.index === Number(turn[2])
      : each.role !== 'user' && each.role !== 'assistant' && isFrom(each.name, wanted);
  const turns = new Map<string, ReadonlySet<number> | null>();
  const heard = new Map<string, string>();
  const links = new Set<string>();
  const batches = new Set<string>();
  for (const { path, id, read } of await conversations(ports)) {
    if ('source' in target && id === wanted) {
      turns.set(path, null);
      batches.add(batchOfSession(id));
      continue;
    }
    for (const each of await read()) {
      if (each.index === null || !isMeant(id, each)) continue;
      turns.set(path, new Set([...(turns.get(path) ?? []), each.index]));
      links.add(writeTurnLink({ path, index: each.index }));
      const batch = batchOfSession(id);
      const at = each.at ?? '';
      if (at < (heard.get(batch) ?? '~')) heard.set(batch, at);
    }
  }
  const resting = (await ports.readAll()).filter(({ evidence }) => links.has(evidence?.trim() ?? ''));
  const agents = 'source' in target ? await byAgent(wanted, none, ports) : none;
  return {
    memories: new Set([...resting.map(({ id }) => id), ...agents.memories]),
    batches,
    heard,
    turns,
  };
}

async function byAgent(agent: string, none: Named, { readAll }: NamePorts): Promise<NamedSource> {
  const own = (await readAll()).filter((note) => note.agent === agent);
  return { ...none, memories: new Set(own.map(({ id }) => id)), turns: new Map() };
}

/** True if the head of a turn names the source: as its tool, an address, or the domain of one. */
function isFrom(name: string | null, source: string): boolean {
  return (name ?? '').split(/\s+/u).some((word) => isOfAddress(word, source));
}

/** The conversation notes of a vault, each with the id of its conversation. */
export async function conversations({ memory, vault }: Pick<NamePorts, 'memory' | 'vault'>) {
  if ((await memory.revision()) === null) return [];
  const notes = await memory.claims.notes({ type: 'conversation' });
  return notes.map(({ path, noteId }) => {
    let parsed: ReturnType<typeof parseNote> | null = null;
    return {
      path,
      // The further notes of a conversation have a number.
      id: noteId.replace(/(?<=^conv_[0-9a-z]{12})-\d+$/u, ''),
      read: async (): Promise<readonly NoteTurn[]> => {
        const bytes = await vault.readNote(path).catch(() => null);
        parsed ??= bytes === null ? null : parseNote(bytes, { path });
        return parsed === null ? [] : readTurns(parsed);
      },
    };
  });
}
