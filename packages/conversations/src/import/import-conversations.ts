import { fingerprint } from '@memora/core';
import { acquireVaultLock, type Vault } from '@memora/vault';
import type { Conversation, ConversationProblem } from '../conversation.ts';
import { type ReadConversationsOptions, readConversations } from '../read-conversations.ts';
import { sealTurn, type TurnDetector } from './seal-turn.ts';
import { createStandingTurns, type StandingTurns } from './standing-turns.ts';

export interface ImportConversationsOptions extends ReadConversationsOptions {
  /** Says what would be written; writes nothing. */
  readonly dryRun?: boolean;
  /** What finds credentials and the like; that of `@memora/privacy` by default. */
  readonly detector?: TurnDetector;
  readonly signal?: AbortSignal;
}

/** What came of one conversation. */
export interface ImportedConversation {
  /** The id of its note; the same whenever the conversation is imported. */
  readonly id: string;
  /** Its first note. */
  readonly path: string;
  /** Turns that were written, or would be. */
  readonly added: number;
  /** Turns that stood there already. */
  readonly known: number;
  /** Of the added ones, those in which something was hidden. */
  readonly sealed: number;
}

const FOLDER = 'episodic/conversations';
/** Turns that are written in one go: one flush to disk for all of them. */
const AT_ONCE = 200;

/**
 * Writes chats into a vault as conversation notes, with `channel: import`. A second import of an export that has grown writes the new turns alone; a
 * turn that a person has edited or deleted in the note counts as new where the export still has it. What can't be read is yielded as a problem,
 * and the rest goes on. An import that is broken off goes on where it was when it is repeated. Throws `VAULT_LOCKED` if another import is running in the vault.
 */
export async function* importConversations(
  vault: Vault,
  input: Uint8Array | AsyncIterable<Uint8Array>,
  options: ImportConversationsOptions = {},
): AsyncGenerator<ImportedConversation | ConversationProblem> {
  // What is in the notes is read before it is added to: of two imports at once, each would add what the other does.
  await using _lock = options.dryRun === true ? null : await acquireVaultLock(vault.root, 'import');
  const standing = createStandingTurns(vault);
  for await (const found of readConversations(input, options)) {
    options.signal?.throwIfAborted();
    yield 'problem' in found ? found : await importOne(vault, found, standing, options);
  }
}

async function importOne(
  vault: Vault,
  { id: sourceId, source, title, turns }: Conversation,
  standing: StandingTurns,
  { dryRun = false, detector, signal }: ImportConversationsOptions,
): Promise<ImportedConversation> {
  const id = `conv_${shortId(`${source}\n${sourceId}`)}`;
  const [first] = turns;
  const path = pathOf(id, first?.at);
  const sealed = turns.map((turn) => ({ turn, sealed: sealTurn(turn, { detector }) }));
  const fresh = await standing.missing(path, sealed);
  const secretTitle = title === undefined ? '' : sealTurn({ role: 'user', text: title }, { detector }).text;
  const conversation = {
    id,
    channel: 'import',
    client: source,
    // What would have to be hidden in a title is in the chat too.
    ...(secretTitle === title && title !== undefined ? { title } : {}),
    ...(first?.at === undefined ? {} : { createdMs: Date.parse(first.at) }),
  } as const;
  if (!dryRun) {
    for (let i = 0; i < fresh.length; i += AT_ONCE) {
      signal?.throwIfAborted();
      const part = fresh.slice(i, i + AT_ONCE).map((each) => each.sealed);
      await vault.appendTurns(path, part, { conversation });
      standing.add(path, part);
    }
  }
  return {
    id,
    path,
    added: fresh.length,
    known: turns.length - fresh.length,
    sealed: fresh.filter(({ turn, sealed: hidden }) => turn.text !== hidden.text).length,
  };
}

/** Twelve of the characters `0-9a-z`. */
function shortId(text: string): string {
  const hash = fingerprint(new TextEncoder().encode(text));
  return BigInt(`0x${hash.slice(0, 20)}`)
    .toString(36)
    .padStart(12, '0')
    .slice(-12);
}

function pathOf(id: string, at: string | undefined): string {
  const day = at?.slice(0, 10);
  const folder = day === undefined ? `${FOLDER}/undated` : `${FOLDER}/${day.slice(0, 4)}/${day.slice(5, 7)}`;
  return `${folder}/${day === undefined ? '' : `${day}-`}${id.slice('conv_'.length)}.md`;
}
