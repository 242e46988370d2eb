import {
  type ConversationProblem,
  type ImportConversationsOptions,
  type ImportedConversation,
  importConversations,
} from '@memora/conversations';
import type { Vault } from '@memora/vault';

/** What an import into a memory needs of it. */
export interface ImportPorts {
  readonly vault: Vault;
  /** Brings the claims in line with these notes. */
  readonly index: (signal?: AbortSignal) => Promise<unknown>;
}

/** Writes chats into the vault as notes, then indexes what was written, also where the import ends early. */
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
