import type { Conversation, ConversationProblem } from '../conversation.ts';
import { type ArchivePart, unzip } from '../stream/unzip.ts';

/** The files of an export that contain conversations; a large export has several. */
const WANTED = /(?:^|[\\/])conversations(?:-\d+)?\.jsonl?$/iu;

/**
 * Reads the conversations of an archive with `read`, one file at a time. Writes nothing to disk, so no name
 * in the archive is ever used as a path.
 */
export async function* readArchive(
  whole: AsyncIterable<Uint8Array>,
  read: (file: AsyncIterable<Uint8Array>) => AsyncIterable<Conversation | ConversationProblem>,
): AsyncGenerator<Conversation | ConversationProblem> {
  const parts = unzip(whole, (name) => WANTED.test(name));
  let files = 0;
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    if ('fault' in next.value) {
      yield tell(next.value.fault);
      return;
    }
    if (!('entry' in next.value)) continue;
    files++;
    const file = openFile(parts);
    yield* read(file.bytes());
    // Skips the rest of a file that a reader did not read.
    for await (const _ of file.bytes());
    const fault = file.fault();
    if (fault !== null) {
      yield tell(fault);
      return;
    }
  }
  if (files === 0)
    yield { problem: 'ARCHIVE_INVALID', message: 'It is an archive that contains no conversations.json.' };
}

type Fault = Extract<ArchivePart, { readonly fault: unknown }>['fault'];

function openFile(parts: AsyncIterator<ArchivePart>) {
  let isOver = false;
  let fault: Fault | null = null;
  return {
    fault: () => fault,
    bytes: async function* (): AsyncGenerator<Uint8Array> {
      while (!isOver) {
        const next = await parts.next();
        if (next.done === true || !('bytes' in next.value)) {
          isOver = true;
          if (next.done !== true && 'fault' in next.value) fault = next.value.fault;
          return;
        }
        yield next.value.bytes;
      }
    },
  };
}

function tell(fault: Fault): ConversationProblem {
  return fault === 'damaged'
    ? { problem: 'ARCHIVE_INVALID', message: 'The archive is damaged; the part before the damage was read.' }
    : { problem: 'TOO_LARGE', message: 'The archive unpacks to more than 200 times its size.' };
}
