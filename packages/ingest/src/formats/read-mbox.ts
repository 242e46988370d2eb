import type { FormatReader, ReadParts } from './format-reader.ts';
import { readMail } from './read-mail.ts';

/** Mailboxes: mail by mail, with only the current one in memory. */
export const reader: FormatReader = {
  extractor: 'memora-mail@4',
  read: async function* ({ chunks, signal }): AsyncGenerator<ReadParts> {
    for await (const { bytes, missing } of splitMails(chunks())) {
      signal?.throwIfAborted();
      const mail = await readMail(bytes);
      const notices = [
        ...(mail.meta?.notices ?? []),
        `Not read: ${missing} bytes of a mail that has more than 64 MiB.`,
      ];
      yield missing === 0 ? mail : { ...mail, meta: { ...mail.meta, notices } };
    }
  },
};

/** The largest mail with attachments; of a larger one, the beginning is read. */
const MOST_BYTES = 64 * 1024 * 1024;
const FROM = Buffer.from('From ');
const NEWLINE = 0x0a;

/** A mail, and the number of its bytes beyond the limit. */
interface Mail {
  readonly bytes: Uint8Array;
  readonly missing: number;
}

/** The mails of a mailbox: each begins after a line that starts with `From `, at the start or after an empty line. */
async function* splitMails(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Mail> {
  let parts: Buffer[] = [];
  let size = 0;
  let missing = 0;
  let isOpen = false;
  let wasEmpty = true;
  let rest: Buffer = Buffer.alloc(0);
  const take = (): Mail | null => {
    const mail = size === 0 && missing === 0 ? null : { bytes: Buffer.concat(parts), missing };
    parts = [];
    size = 0;
    missing = 0;
    return mail;
  };
  const keep = (line: Buffer): void => {
    if (size + line.length > MOST_BYTES) {
      missing += line.length;
      return;
    }
    // A line of a mail that begins with "From " is escaped with `>`.
    const quoted = line[0] === 0x3e && /^>+From /.test(line.subarray(0, 64).toString('latin1'));
    parts.push(quoted ? line.subarray(1) : line);
    size += line.length;
  };
  const readLine = (line: Buffer): Mail | null => {
    const isStart = wasEmpty && line.subarray(0, 5).equals(FROM);
    wasEmpty = line.length <= 2 && line.toString('latin1').trim() === '';
    if (!isStart) {
      if (isOpen) keep(line);
      return null;
    }
    const mail = isOpen ? take() : null;
    isOpen = true;
    return mail;
  };
  for await (const chunk of chunks) {
    // The chunk is only valid until the next one is requested.
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    for (let end = bytes.indexOf(NEWLINE, at); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
      const mail = readLine(bytes.subarray(at, end + 1));
      at = end + 1;
      if (mail !== null) yield mail;
    }
    rest = Buffer.from(bytes.subarray(at));
    if (rest.length > MOST_BYTES) {
      missing += rest.length;
      rest = Buffer.alloc(0);
    }
  }
  const last = readLine(rest);
  if (last !== null) yield last;
  const mail = isOpen ? take() : null;
  if (mail !== null) yield mail;
}
