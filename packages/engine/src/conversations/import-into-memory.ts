import {
  type ConversationProblem,
  type ImportConversationsOptions,
  type ImportedConversation,
  importConversations,
} from '@memora/conversations';
import type { Vault } from '@memora/vault';

/** The dependencies of an import into a memory. */
export interface ImportPorts {
  readonly vault: Vault;
  /** Updates the claims of these notes. */
  readonly index: (signal?: AbortSignal) => Promise<unknown>;
}

/** Writes chats to the vault as notes, then indexes them, even if the import ends early. */
export async function* importIntoMemory(
  input: Uint8Array | AsyncIterable<Uint8Array>,
  options: ImportConversationsOptions,
  { vault, index }: ImportPorts,
): AsyncGenerator<ImportedConversation | ConversationProblem> {
  let isChanged = false;
  try {
    for await (const found of importConversations(vault, input, options)) {
      if (!('problem' in found) && found.added > 0) isChanged = options.dryRun !== true;
      yield found;
    }
  } finally {
    if (isChanged && options.signal?.aborted !== true) await index(options.signal);
  }
}
