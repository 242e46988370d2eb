/**
 * `node --conditions=memora-source packages/ingest/scripts/mailbox-memory.ts [MEGABYTES]`: reads a mailbox of that size (1,024 by default) mail by mail and
 * prints the peak memory of the process. Exits with 1 from 300 MB on.
 */
import { createBoundedReader } from '../src/index.ts';

const megabytes = Number(process.argv[2] ?? '1024');
const mailOf = (number: number) =>
  `From ada@example.com Tue Nov  3 10:00:00 2026\nFrom: Ada <ada@example.com>\nSubject: Harbour ${number}\nMessage-ID: <${number}@example.com>\nDate: Tue, 03 Nov 2026 10:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n${'The harbour opens at seven, and the crane lifts twelve tons.\n'.repeat(400)}\n\n`;

async function* mailbox(): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for (let number = 0; sent < megabytes * 2 ** 20; ) {
    const piece = Buffer.from(Array.from({ length: 20 }, () => mailOf(number++)).join(''));
    sent += piece.length;
    yield piece;
  }
}

await using reader = createBoundedReader();
let [mails, most] = [0, 0];
for await (const _ of reader.read(mailbox(), { type: 'mbox' })) {
  mails++;
  if (mails % 50 === 0) most = Math.max(most, process.memoryUsage.rss());
}
console.log(`${megabytes} MB, ${mails} mails, at most ${Math.round(most / 2 ** 20)} MB held`);
process.exitCode = most < 300 * 2 ** 20 ? 0 : 1;
