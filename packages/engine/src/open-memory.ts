import type { RehearsedRequest } from '@memora/privacy';
import { createEntities } from './entities/create-entities.ts';
import { createHeldAt } from './entities/create-held-at.ts';
import { createTimeline } from './entities/create-timeline.ts';
import type { FactMemory, OpenFactMemoryOptions } from './facts/fact-memory.ts';
import { createBehindFinder } from './indexing/find-notes-behind.ts';
import type { FlatMemory, Memory, OpenMemoryOptions } from './memory.ts';
import { MemoryError } from './memory-error.ts';
import { groupMethods } from './memory-groups.ts';
import { createAnswering } from './opening/create-answering.ts';
import { createConversations } from './opening/create-conversations.ts';
import { createIndexing } from './opening/create-indexing.ts';
import { createIngesting } from './opening/create-ingesting.ts';
import { createPrivacy } from './opening/create-privacy.ts';
import { createReading } from './opening/create-reading.ts';
import { createRefresh } from './opening/create-refresh.ts';
import { createUpkeep } from './opening/create-upkeep.ts';
import { openSession } from './opening/open-session.ts';
import { refuseClosed } from './opening/refuse-closed.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';

/**
 * Opens the facts of a store of your own as a memory: no folder, no notes and no database. Nothing is read until the first question.
 *
 * @example
 * await using memory = await openMemory({ store });
 * await memory.put([{ id: 'accounts/42', text: 'Acme pays 900 EUR a month.' }]);
 * const { cleanText } = await memory.ask('What does Acme pay?');
 */
export function openMemory(options: OpenFactMemoryOptions): Promise<FactMemory>;
/**
 * Opens a vault as a memory. Nothing is written until `index`; the database opens when it is first needed.
 * Throws `VAULT_NOT_FOUND`, `VAULT_NOT_A_FOLDER`, `VAULT_UNREADABLE` or `CONFIG_INVALID`.
 *
 * @example
 * await using memory = await openMemory({ vault: './notes' });
 * await memory.index();
 * const { cleanText } = await memory.ask('Who owns the roadmap?');
 */
export function openMemory(options: OpenMemoryOptions): Promise<Memory>;
export async function openMemory(
  options: OpenMemoryOptions | OpenFactMemoryOptions,
): Promise<Memory | FactMemory> {
  refuseUnknownOptions(options);
  if (!('store' in options)) return openWith(options);
  if (options.vault !== undefined)
    throw new MemoryError('a memory belongs to a vault or to a store of facts, not to both', {
      code: 'CONFIG_INVALID',
      hint: 'Open two memories, and ask both.',
    });
  const { openFactMemory } = await import('./facts/open-fact-memory.ts');
  return openFactMemory(options);
}

/** With `rehearse`, every outbound request is passed to it and none is sent. */
async function openWith(
  options: OpenMemoryOptions,
  rehearse?: (request: RehearsedRequest) => void,
): Promise<Memory> {
  const session = await openSession(options, rehearse);
  const { index, ...indexing } = createIndexing(session);
  const findBehind = createBehindFinder(session);
  const { endReading, ...ingesting } = createIngesting(session, indexing.indexNotes);
  const close = async () => {
    await endReading();
    await session.close();
  };
  const reading = createReading(session);
  const answering = createAnswering(session, findBehind);
  const upkeep = createUpkeep(session, index, ingesting.refreshSources);
  const named = createEntities(session, () => index({ writeNotes: false }));
  const entities: Memory['entities'] = {
    ...named,
    propose: async (wanted) => {
      const { createProposing } = await import('./entities/propose-names.ts');
      return createProposing({ ...reading, session, entities: named })(wanted);
    },
  };
  const timeline = createTimeline({ ...reading, ...answering, ...upkeep, entities });
  const flat = {
    ...reading,
    ...indexing,
    index: (wanted = {}) => index(wanted),
    ...createConversations(session, index),
    ...ingesting,
    ...createRefresh(session, index, findBehind),
    ...answering,
    ...createPrivacy(session, { index, reopen: (tell) => openWith(options, tell) }),
    ...upkeep,
    entities,
    timeline,
    heldAt: createHeldAt({ timeline, related: upkeep.related }),
    close,
    [Symbol.asyncDispose]: close,
  };
  return refuseClosed({ ...flat, ...groupMethods<FlatMemory>(flat) });
}
