import { openMemory } from '@memora/engine';
import { estimateTokens } from '@memora/language/text';
import { configFolder } from '@memora/privacy/files';
import { openInstallation } from '@memora/privacy/installation';
import { openVault } from '@memora/vault';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import type { ContextPorts } from './context/context-ports.ts';
import {
  confirmMemory,
  finishDecisions,
  forgetMemory,
  readConfirmed,
  restoreMemory,
} from './forget/forget-memory.ts';
import { importMemories } from './import/import-memories.ts';
import { keepBytes } from './learning/keep-bytes.ts';
import { batchOfSession, openLearningLog } from './learning/open-learning-log.ts';
import type { LearningEntry } from './learning/parse-learning-log.ts';
import { memoryError } from './memory-error.ts';
import { getMemories } from './recall/get-memories.ts';
import { indexFirst } from './recall/index-first.ts';
import { keepForRevision } from './recall/keep-for-revision.ts';
import { countMemories, listMemories } from './recall/list-memories.ts';
import { createMemoryDirectory, listHeld } from './recall/memory-directory.ts';
import type { RecalledMemory } from './recall/recall.ts';
import { recallMemories } from './recall/recall-memories.ts';
import { createPinned } from './remember/create-pinned.ts';
import { localTime } from './session/append-daily.ts';
import { createRecordQuestion } from './session/create-record-question.ts';
import { createSession, type SessionPorts } from './session/create-session.ts';
import { notePinnedChange } from './session/pinned-change.ts';
import type { Session } from './session/session.ts';
import { createConversationId } from './session/session-conversation.ts';
import { withRemedies } from './with-remedies.ts';
import { createMemoryPool } from './within/memory-pool.ts';

/** More than a person reviews at a time. */
const MOST_HELD = 1000;

/**
 * Opens the memory of an agent over a vault. Nothing is written until something is remembered. Throws `VAULT_NOT_FOUND`, `VAULT_NOT_A_FOLDER`,
 * `VAULT_UNREADABLE` or `CONFIG_INVALID`, and `MEMORY_INVALID` if a user is named.
 *
 * @example
 * await using agentMemory = await openAgentMemory({ vault: './notes', agent: 'helper' });
 * const { decision, memoryId } = await agentMemory.remember({ content: 'The relay of Harbor runs in Lisbon.' });
 */
export async function openAgentMemory(options: AgentMemoryOptions): Promise<AgentMemory> {
  if (options.user !== undefined)
    throw memoryError(
      'MEMORY_INVALID',
      'A vault is the memory of one person: names do not separate users in it.',
      'Give each person their own vault, or share a memory in PostgreSQL.',
    );
  const own = 'vault' in options;
  const env = options.env ?? process.env;
  const now = options.now ?? (() => new Date());
  const memory = own ? await openMemory({ vault: options.vault, now, env }) : options.memory;
  const { exclude } = memory.settings.config.indexing;
  const vault = await openVault(memory.vault, { config: { exclude } });
  const plainRoot = (options.root ?? '').replace(/^\/+|\/+$/gu, '');
  const root = plainRoot === '' ? '' : `${plainRoot}/`;
  let unnamed: Session | undefined;
  const close = async (): Promise<void> => {
    if (own) await memory.close();
  };
  const directory = createMemoryDirectory(memory, root);
  const pool = createMemoryPool(memory, root);
  const confirmed = keepForRevision(memory, () => readConfirmed(vault.root), new Set<string>());
  const recalling = { memory, root, now, pool, external: options.external ?? [] };
  const recall: AgentMemory['recall'] = async (query, asked = {}) => {
    // A read-only vault can still be read.
    await settle().catch(() => undefined);
    const [found, by] = [await recallMemories(query, asked, recalling), await confirmed()];
    if (by.size === 0) return found;
    const confirm = (item: RecalledMemory) =>
      item.memoryId !== null && by.has(item.memoryId) ? { ...item, isConfirmed: true } : item;
    return { ...found, items: found.items.map(confirm), nearest: found.nearest.map(confirm) };
  };
  const recallFirst: AgentMemory['recall'] = (query, asked) => indexFirst(memory, () => recall(query, asked));
  const { maxSavesPerSession = 10, minLength = 15 } = options.policy ?? {};
  const timeZone = readTimeZone(options.policy?.timeZone ?? memory.settings.config.memory.timeZone);
  const context: ContextPorts = {
    memory,
    vault,
    root,
    now,
    timeZone,
    pool,
    recall,
    confirmed,
    heldPaths: keepForRevision(memory, () => listHeld(memory, root), []),
    holdsSecrets: keepForRevision(
      memory,
      async () => (await memory.claims.listClaims({ bands: ['secret'], limit: 1 })).claims.length > 0,
      false,
    ),
    installation: async () => openInstallation(configFolder(env)).catch(() => null),
    env,
    countTokens: options.countTokens ?? estimateTokens,
  };
  const log = openLearningLog(vault.root, now);
  const get: AgentMemory['get'] = (ids, asked = {}) => getMemories(ids, { memory, directory, now, ...asked });
  // Calls without a session belong to one that lasts as long as this object.
  let ownBatch: string | undefined;
  const forgetting = {
    memory,
    vault,
    directory,
    now,
    log,
    get batch(): string {
      ownBatch ??= batchOfSession(createConversationId());
      return ownBatch;
    },
  };
  const ports: SessionPorts = {
    memory,
    vault,
    root,
    agent: options.agent ?? null,
    minLength,
    maxSaves: maxSavesPerSession,
    now,
    timeZone,
    pinned: createPinned(vault, root),
    recall: recallFirst,
    context,
    get,
    directory,
    mayRecord: createRecordQuestion(memory.settings.config.memory.record, options.askToRecord, env),
    log,
    keep: (batch, path, bytes) => keepBytes(vault.root, batch, path, bytes),
    createId: options.createId,
    forget: async (id, { reason, batch }) => {
      await settle();
      return forgetMemory(id, reason, { ...forgetting, batch });
    },
    retentionDays: memory.settings.config.memory.retentionDays,
  };
  const rolling = { memory, remember: ports, forget: forgetting };
  // Loaded on demand if a question does not need it: each hook is a new process.
  const finishInterrupted = async (): Promise<void> => {
    if (!log.read().entries.some(({ code }) => code === 'begun')) return;
    const { finishRollbacks } = await import('./rollback/roll-back.ts');
    await finishRollbacks(rolling);
  };
  // Finishes what a crash interrupted before the first read or write.
  let settled: Promise<void> | undefined;
  const settle = async (): Promise<void> => {
    settled ??= finishInterrupted().then(() => finishDecisions(forgetting));
    await settled.catch((error: unknown) => {
      settled = undefined;
      throw error;
    });
  };
  const isLive = async (noteId: string): Promise<boolean> =>
    (await memory.revision()) !== null && (await memory.claims.notes({ noteId })).length > 0;
  const bundled = () => {
    if (root === '') return { vaultRoot: vault.root, log, now };
    throw memoryError(
      'MEMORY_INVALID',
      'A bundle can be made only of a memory in the root of its vault.',
      'Copy the folder of this memory instead.',
    );
  };
  const ownSession = (): Session => {
    unnamed ??= createSession({}, ports, true);
    return unnamed;
  };
  return withRemedies<AgentMemory>({
    memory,
    root,
    recall: recallFirst,
    forget: async (id, { reason }) => {
      await settle();
      return forgetMemory(id, reason, forgetting);
    },
    restore: async (id, { reason = '' } = {}) => {
      await settle();
      if (!/^\/memories(?:\/|$)/u.test(id)) return restoreMemory(id, reason, forgetting);
      const { restoreFiles } = await import('./files/restore-files.ts');
      return restoreFiles(id, { ...ports, isLive });
    },
    confirm: async (id, { reason }) => {
      await settle();
      await confirmMemory(id, reason, forgetting);
    },
    get,
    list: ({ reveal = false, ...filter } = {}) => listMemories(filter, { memory, directory, now, reveal }),
    stats: () => countMemories({ memory, directory, now }),
    held: async ({ reveal = false } = {}) => {
      const asked = { status: 'held', limit: MOST_HELD } as const;
      return (await listMemories(asked, { memory, directory, now, reveal })).memories;
    },
    session: async (asked) => {
      await settle().catch(() => undefined);
      return createSession({ ...asked, pinnedChanged: await notePinnedChange(ports) }, ports);
    },
    context: (request) => ownSession().context(request),
    remember: async (item) => {
      await settle();
      return ownSession().remember(item);
    },
    supersede: async (id, item) => {
      await settle();
      return ownSession().supersede(id, item);
    },
    rollback: async (target, asked = {}) => {
      await settle();
      const { rollBack } = await import('./rollback/roll-back.ts');
      return indexFirst(memory, () => rollBack(target, asked, rolling));
    },
    eraseSource: async (source, asked = {}) => {
      await settle();
      const { eraseSource } = await import('./rollback/erasing/erase-source.ts');
      return eraseSource(source, asked, rolling);
    },
    consolidate: async (asked = {}) => {
      await settle();
      const dayOf = (at: Date) => localTime(at, timeZone).day;
      const { dailyKeepDays, trashDays } = memory.settings.config.memory;
      const ends = { dayOf, dailyKeepDays, trashDays };
      const { consolidateMemories } = await import('./consolidate/consolidate-memories.ts');
      return consolidateMemories(asked, { memory, root, forget: forgetting, now, ...ends });
    },
    exportBundle: async function* (asked = {}) {
      const { exportBundle } = await import('./bundle/export-bundle.ts');
      yield* exportBundle(asked, { memory, ...bundled() });
    },
    importBundle: async (open) => {
      const { importBundle } = await import('./bundle/import-bundle.ts');
      const ports = bundled();
      await settle();
      const done = await importBundle(open, { memory, ...ports });
      // Decisions in the ledger that the files do not show yet.
      await finishDecisions(forgetting);
      return done;
    },
    importMemories: async (items) => {
      await settle();
      return importMemories(items, ports);
    },
    log: async ({ batch, note, operation } = {}) => {
      const { entries, problems } = log.read();
      const isWanted = (entry: LearningEntry) =>
        (batch === undefined || entry.batch === batch) &&
        (note === undefined || entry.notes.includes(note)) &&
        (operation === undefined || entry.operation === operation);
      return { entries: entries.filter(isWanted), problems };
    },
    close,
    [Symbol.asyncDispose]: close,
  });
}

/** Throws `MEMORY_INVALID` for a time zone that is not in the IANA database. */
function readTimeZone(name: string | null): string | undefined {
  if (name === null) return undefined;
  try {
    localTime(new Date(0), name);
    return name;
  } catch (cause) {
    throw memoryError(
      'MEMORY_INVALID',
      'The time zone of the policy is not known.',
      'Give a name such as Europe/Lisbon.',
      cause,
    );
  }
}
