import { parseJson } from '@memora/core/internal';
import type { NewTurn } from '@memora/vault';
import type { Conversation, ConversationFormat, ConversationProblem } from './conversation.ts';
import { readArchive } from './formats/read-archive.ts';
import { readChatGpt } from './formats/read-chatgpt.ts';
import { readClaude } from './formats/read-claude.ts';
import { isClaudeCodeLine, readClaudeCodeLine } from './formats/read-claude-code.ts';
import { readRoleMarkdown } from './formats/read-markdown.ts';
import { type GatheredTurns, gatherTurns } from './messages/gather-turns.ts';
import { isObject, isText, type JsonObject, type MessageLike } from './messages/message-like.ts';
import { toTurns } from './messages/to-turns.ts';
import { collectBytes } from './stream/collect-bytes.ts';
import { peek } from './stream/peek.ts';
import { type JsonPart, splitJsonArray } from './stream/split-json-array.ts';
import { splitLines } from './stream/split-lines.ts';

export interface ReadConversationsOptions {
  /** The format of the input; detected from its content by default. */
  readonly format?: ConversationFormat;
  /** The id of a conversation whose source gives it none, or a function that makes one from its turns. For messages and Markdown. `conversation` by default. */
  readonly id?: string | ((turns: readonly NewTurn[]) => string);
  /**
   * A conversation of more bytes is reported and not read; 256 MiB by default. For messages that arrive line by line, the limit applies to all messages that
   * are not yet grouped into conversations.
   */
  readonly maxBytes?: number;
}

const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads exported chats one after the other: an export of any size needs only the memory of its largest conversation. Unreadable parts are yielded as problems
 * with their number, and the rest continues. No content makes it throw.
 */
export async function* readConversations(
  input: Uint8Array | AsyncIterable<Uint8Array>,
  { format, id = 'conversation', maxBytes = MAX_BYTES }: ReadConversationsOptions = {},
): AsyncGenerator<Conversation | ConversationProblem> {
  const { head, whole } = await peek(input instanceof Uint8Array ? once(input) : input, 2);
  if (head[0] === 0x50 && head[1] === 0x4b) {
    yield* readArchive(whole, (file) => readFile(file, { format, id, maxBytes }));
  } else yield* readFile(whole, { format, id, maxBytes });
}

type FileOptions = Required<Pick<ReadConversationsOptions, 'id' | 'maxBytes'>> & {
  readonly format: ConversationFormat | undefined;
};

async function* readFile(
  bytes: AsyncIterable<Uint8Array>,
  { format, id, maxBytes }: FileOptions,
): AsyncGenerator<Conversation | ConversationProblem> {
  const { head, whole } = await peek(bytes, PEEKED);
  const start = new TextDecoder().decode(head).trimStart();
  if (format === 'markdown' || (format === undefined && !/^[[{]/u.test(start))) {
    yield* readMarkdown(whole, id, maxBytes);
  } else {
    const parts = start.startsWith('[')
      ? splitJsonArray(whole, maxBytes)
      : await linesOrOne(whole, start, maxBytes);
    yield* readParts(parts, { id, format, maxBytes });
  }
}

const PEEKED = 64 * 1024;

type ConversationName = NonNullable<ReadConversationsOptions['id']>;

function nameOf(id: ConversationName, turns: readonly NewTurn[]): string {
  return typeof id === 'string' ? id : id(turns);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Reads JSONL, or one object over many lines. */
async function linesOrOne(
  whole: AsyncIterable<Uint8Array>,
  start: string,
  maxBytes: number,
): Promise<AsyncIterable<JsonPart>> {
  const first = start.slice(0, start.search(/[\r\n]|$/u));
  if (first.length === start.length || parseJson(first) !== undefined) return splitLines(whole, maxBytes);
  return asOne(whole, maxBytes);
}

async function* asOne(whole: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<JsonPart> {
  const bytes = await collectBytes(whole, maxBytes);
  yield bytes === null ? { number: 1, fault: 'too-large' } : { number: 1, bytes };
}

async function* readMarkdown(
  whole: AsyncIterable<Uint8Array>,
  id: ConversationName,
  maxBytes: number,
): AsyncGenerator<Conversation | ConversationProblem> {
  const bytes = await collectBytes(whole, maxBytes);
  if (bytes === null) yield { problem: 'TOO_LARGE', message: `It is larger than ${maxBytes} bytes.` };
  else {
    const turns = readRoleMarkdown(new TextDecoder().decode(bytes));
    if (turns.length > 0) yield { id: nameOf(id, turns), source: 'markdown', turns };
    else
      yield {
        problem: 'FORMAT_UNKNOWN',
        message:
          'The format of this export is unknown, and no two of its lines begin with a speaker, such as "User:".',
      };
  }
}

/** One decoder for all parts: making one costs as much as decoding a short part. */
const utf8 = new TextDecoder();

/** The session of messages that name none. */
const NAMELESS = '';

async function* readParts(
  parts: AsyncIterable<JsonPart>,
  { id, format, maxBytes }: FileOptions,
): AsyncGenerator<Conversation | ConversationProblem> {
  const gathered = gatherTurns(maxBytes);
  for await (const part of parts) {
    const { number } = part;
    if ('fault' in part) {
      yield part.fault === 'truncated'
        ? {
            problem: 'JSON_TRUNCATED',
            number,
            message: 'The input ends in the middle; the part before that was read.',
          }
        : { problem: 'TOO_LARGE', number, message: 'It is larger than the limit.' };
      continue;
    }
    const value = parseJson(utf8.decode(part.bytes));
    if (!isObject(value)) {
      yield {
        problem: 'JSON_INVALID',
        number,
        message: value === undefined ? 'It is not JSON.' : 'It is not an object.',
      };
      continue;
    }
    const found = readOne(value, id, format, gathered);
    for (const each of found) {
      if ('problem' in each) yield { ...each, number };
      else if (each.turns.length > 0) yield each;
      else yield { problem: 'CONVERSATION_EMPTY', id: each.id, number, message: 'It contains no text.' };
    }
  }
  for (const each of gathered.all()) {
    const known = each.session === NAMELESS ? {} : { id: each.session };
    if ('fault' in each) {
      yield { problem: 'TOO_LARGE', ...known, message: 'Its messages exceed the limit.' };
      continue;
    }
    const { source, turns } = each;
    const session = known.id ?? nameOf(id, turns);
    if (turns.length > 0) yield { id: session, source, turns };
    else yield { problem: 'CONVERSATION_EMPTY', id: session, message: 'It contains no text.' };
  }
}

function readOne(
  value: JsonObject,
  id: ConversationName,
  format: ConversationFormat | undefined,
  { add }: GatheredTurns,
): (Conversation | ConversationProblem)[] {
  if (format === 'chatgpt' || (format === undefined && isObject(value.mapping))) return readChatGpt(value);
  if (format === 'claude' || (format === undefined && Array.isArray(value.chat_messages)))
    return readClaude(value);
  if (format === 'claude-code' || (format === undefined && isClaudeCodeLine(value))) {
    if (isText(value.sessionId)) add(value.sessionId, 'claude-code', readClaudeCodeLine(value));
    return [];
  }
  if (Array.isArray(value.messages)) {
    const turns = toTurns(value.messages as MessageLike[]);
    const own = [value.id, value.conversation_id, value.uuid].find(isText) ?? nameOf(id, turns);
    const title = isText(value.title) ? { title: value.title } : {};
    return [{ id: own, source: 'messages', ...title, turns }];
  }
  if (value.role === undefined && value.type === undefined) {
    // The first line of many exports identifies the format.
    return [
      {
        problem: 'MESSAGES_UNREADABLE',
        message: 'It is neither a message nor a conversation in a known form.',
      },
    ];
  }
  add(NAMELESS, 'messages', toTurns([value]));
  return [];
}
