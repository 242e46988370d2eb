import { fingerprint } from '@memora/core';
import { acquireVaultLock, type Vault } from '@memora/vault';
import type { Conversation, ConversationProblem } from '../conversation.ts';
import { type ReadConversationsOptions, readConversations } from '../read-conversations.ts';
import { sealTurn, type TurnDetector } from './seal-turn.ts';
import { createStandingTurns, type StandingTurns } from './standing-turns.ts';

export interface ImportConversationsOptions extends ReadConversationsOptions {
  /** Reports what would be written, and writes nothing. */
  readonly dryRun?: boolean;
  /** Finds credentials and other secrets; the detector of `@memora/privacy` by default. */
  readonly detector?: TurnDetector;
  readonly signal?: AbortSignal;
}

/** The result for one conversation. */
export interface ImportedConversation {
  /** The id of its note; the same at every import of the conversation. */
  readonly id: string;
  /** Its first note. */
  readonly path: string;
  /** The number of turns that were written, or would be. */
  readonly added: number;
  /** The number of turns that were already there. */
  readonly known: number;
  /** How many of the added turns have hidden parts. */
  readonly sealed: number;
}

const FOLDER = 'episodic/conversations';
/** How many turns are written at once, with one flush to disk. */
const AT_ONCE = 200;

/**
 * Writes chats into a vault as conversation notes, with `channel: import`. A second import of a larger export writes only the new turns; a turn that a person
 * edited or deleted in the note counts as new if the export still has it. Unreadable parts are yielded as problems, and the rest continues. An interrupted
 * import resumes when it is repeated. Throws `VAULT_LOCKED` if another import is running in the vault.
 */
export async function* importConversations(
  vault: Vault,
  input: Uint8Array | AsyncIterable<Uint8Array>,
  options: ImportConversationsOptions = {},
): AsyncGenerator<ImportedConversation | ConversationProblem> {
  // The notes are read before they are added to, so of two concurrent imports each would add the other's turns.
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
    // Secret text in a title is in the chat too.
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
