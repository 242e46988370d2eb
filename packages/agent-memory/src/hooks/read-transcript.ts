import { type MessageLike, readConversations } from '@memora/conversations';
import type { NewTurn } from '@memora/vault';

/** Messages of a session, from the host's file. */
interface Transcript {
  readonly messages: readonly MessageLike[];
  /** Codes of what could not be read, each once. An unfinished last line is not reported. */
  readonly problems: readonly string[];
}

/**
 * Reads the file in which a host keeps the messages of a session, possibly while it is being written: an unfinished last line is left for the next time. If the
 * file holds several sessions, those with another id are skipped. Never throws because of the content.
 */
export async function readTranscript(
  bytes: AsyncIterable<Uint8Array>,
  sessionId: string,
): Promise<Transcript> {
  const problems = new Set<string>();
  const found: { readonly id: string; readonly turns: readonly NewTurn[] }[] = [];
  for await (const each of readConversations(wholeLines(bytes), { id: sessionId })) {
    if (!('problem' in each)) found.push(each);
    // Every session of Claude Code has lines that are not messages.
    else if (each.problem !== 'CONVERSATION_EMPTY' && each.problem !== 'MESSAGES_UNREADABLE')
      problems.add(each.problem);
  }
  const own = found.filter(({ id }) => id === sessionId);
  const turns = (own.length > 0 ? own : found).flatMap((each) => each.turns);
  return { messages: turns.map(toMessage), problems: [...problems] };
}

const LINE_END = 0x0a;

/** The bytes up to the last line break; a file of one line is complete if its JSON is. */
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
    // The chunk is only valid until the next one is requested.
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
