import { type MessageLike, readConversations } from '@memora/conversations';
import type { NewTurn } from '@memora/vault';

/** Messages of a session, as a host keeps them in a file. */
interface Transcript {
  readonly messages: readonly MessageLike[];
  /** Codes of what could not be read, each once. A last line that is still being written is none. */
  readonly problems: readonly string[];
}

/**
 * Reads the file in which a host keeps the messages of a session, while it may be writing it: a last line without its end is left for the next time. Of a
 * file that holds several sessions, those of another id are left out. Never throws because of what the bytes say.
 */
export async function readTranscript(
  bytes: AsyncIterable<Uint8Array>,
  sessionId: string,
): Promise<Transcript> {
  const problems = new Set<string>();
  const found: { readonly id: string; readonly turns: readonly NewTurn[] }[] = [];
  for await (const each of readConversations(wholeLines(bytes), { id: sessionId })) {
    if (!('problem' in each)) found.push(each);
    // Lines that are no message stand in every session of Claude Code.
    else if (each.problem !== 'CONVERSATION_EMPTY' && each.problem !== 'MESSAGES_UNREADABLE')
      problems.add(each.problem);
  }
  const own = found.filter(({ id }) => id === sessionId);
  const turns = (own.length > 0 ? own : found).flatMap((each) => each.turns);
  return { messages: turns.map(toMessage), problems: [...problems] };
}

const LINE_END = 0x0a;

/** The bytes up to the last line break; a file of one line is whole where its JSON ends. */
async function* wholeLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  let isFirst = true;
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(LINE_END) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
      isFirst = false;
    }
    // The chunk is good until the next one is asked for.
    if (end < chunk.length) rest.push(chunk.slice(end));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0 && (isFirst || isJson(last))) yield last;
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function toMessage({ role, text, at, name, attached }: NewTurn): MessageLike {
  const time = at === undefined ? {} : { timestamp: at };
  if (attached === true) {
    const title = name === undefined ? {} : { title: name };
    const source = { media_type: 'text/plain', data: text };
    return { role, ...time, content: [{ type: 'document', ...title, source }] };
  }
  return { role, ...time, ...(name === undefined ? {} : { name }), content: text };
}
