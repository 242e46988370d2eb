import type { RehearsedRequest } from '@memora/privacy';
import { createBehindFinder } from './indexing/find-notes-behind.ts';
import type { Memory, OpenMemoryOptions } from './memory.ts';
import { createAnswering } from './opening/create-answering.ts';
import { createConversations } from './opening/create-conversations.ts';
import { createIndexing } from './opening/create-indexing.ts';
import { createIngesting } from './opening/create-ingesting.ts';
import { createPrivacy } from './opening/create-privacy.ts';
import { createReading } from './opening/create-reading.ts';
import { createRefresh } from './opening/create-refresh.ts';
import { createUpkeep } from './opening/create-upkeep.ts';
import { openSession } from './opening/open-session.ts';

/**
 * Opens a vault as a memory. Nothing is written until `index`; the database opens when it is first needed.
 * Throws `VAULT_NOT_FOUND`, `VAULT_NOT_A_FOLDER`, `VAULT_UNREADABLE` or `CONFIG_INVALID`.
 *
 * @example
 * await using memory = await openMemory({ vault: './notes' });
 * await memory.index();
 * const { cleanText } = await memory.ask('Who owns the roadmap?');
 */
export async function openMemory(options: OpenMemoryOptions): Promise<Memory> {
  return openWith(options);
}

/** With `rehearse`, every outbound request is shown to it and none is sent. */
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
  return {
    ...createReading(session),
    ...indexing,
    index: (wanted = {}) => index(wanted),
    ...createConversations(session, index),
    ...ingesting,
    ...createRefresh(session, index, findBehind),
    ...createAnswering(session, findBehind),
    ...createPrivacy(session, { index, reopen: (tell) => openWith(options, tell) }),
    ...createUpkeep(session, index, ingesting.refreshSources),
    close,
    [Symbol.asyncDispose]: close,
  };
}
