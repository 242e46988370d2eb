import { fingerprint } from '@memora/core';
import {
  acquireVaultLock,
  type NewTurn,
  type NoteTurn,
  parseNote,
  readTurns,
  renderTurns,
  type Vault,
} from '@memora/vault';
import type { Conversation, ConversationProblem } from '../conversation.ts';
import { type ReadConversationsOptions, readConversations } from '../read-conversations.ts';
import { sealTurn, type TurnDetector } from './seal-turn.ts';

export interface ImportConversationsOptions extends ReadConversationsOptions {
  /** Tells what would be written; writes nothing. */
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
 * and the rest goes on. An import that is broken off goes on where it was when it is repeated. Throws `VAULT_LOCKED` where another import is at work in the vault.
 */
export async function* importConversations(
  vault: Vault,
  input: Uint8Array | AsyncIterable<Uint8Array>,
  options: ImportConversationsOptions = {},
): AsyncGenerator<ImportedConversation | ConversationProblem> {
  // What stands in the notes is read before it is added to: of two imports at once, each would add what the other does.
  await using _lock = options.dryRun === true ? null : await acquireVaultLock(vault.root, 'import');
  for await (const found of readConversations(input, options)) {
    options.signal?.throwIfAborted();
    yield 'problem' in found ? found : await importOne(vault, found, options);
  }
}

async function importOne(
  vault: Vault,
  { id: sourceId, source, title, turns }: Conversation,
  { dryRun = false, detector, signal }: ImportConversationsOptions,
): Promise<ImportedConversation> {
  const id = `conv_${shortId(`${source}\n${sourceId}`)}`;
  const [first] = turns;
  const path = pathOf(id, first?.at);
  const standing = await readStanding(vault, path);
  const sealed = turns.map((turn) => ({ turn, sealed: sealTurn(turn, detector) }));
  const fresh = sealed.filter(({ sealed: turn }) => !takeOne(standing, keyOf(turn)));
  const secretTitle = title === undefined ? '' : sealTurn({ role: 'user', text: title }, detector).text;
  const conversation = {
    id,
    channel: 'import',
    client: source,
    // What would have to be hidden in a title stands in the chat too.
    ...(secretTitle === title && title !== undefined ? { title } : {}),
    ...(first?.at === undefined ? {} : { createdMs: Date.parse(first.at) }),
  } as const;
  if (!dryRun) {
    for (let i = 0; i < fresh.length; i += AT_ONCE) {
      signal?.throwIfAborted();
      const part = fresh.slice(i, i + AT_ONCE).map((each) => each.sealed);
      await vault.appendTurns(path, part, { conversation });
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

/** How often each turn stands in the notes of a conversation. */
async function readStanding(vault: Vault, path: string): Promise<Map<string, number>> {
  const standing = new Map<string, number>();
  for (let number = 1; ; number++) {
    const bytes = await vault
      .readNote(number === 1 ? path : path.replace(/\.md$/u, `-${number}.md`))
      .catch((error: unknown) => {
        if ((error as { code?: unknown }).code === 'NOTE_NOT_FOUND') return null;
        throw error;
      });
    if (bytes === null) return standing;
    for (const turn of readTurns(parseNote(bytes, { path }))) {
      const key = keyOf(turn);
      standing.set(key, (standing.get(key) ?? 0) + 1);
    }
  }
}

function takeOne(standing: Map<string, number>, key: string): boolean {
  const count = standing.get(key) ?? 0;
  if (count > 0) standing.set(key, count - 1);
  return count > 0;
}

/** Equal for a turn that is to be written and the same one as it stands in a note. */
function keyOf(turn: NewTurn | NoteTurn): string {
  if (turn.role === 'unknown') return '';
  const { role, at, name, attached, text } = turn;
  return renderTurns([
    { role, text, ...(at != null && { at }), ...(name != null && { name }), attached: attached === true },
  ]);
}
