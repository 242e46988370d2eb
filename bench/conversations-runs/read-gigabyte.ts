/** Reads an export of a gigabyte that is made as it is read, and prints what it took of memory. */
import { existsSync, readFileSync } from 'node:fs';
import { readConversations } from '@memora/conversations';
import { exportOf } from './export-of.ts';
import { generateHistories } from './histories/generate-histories.ts';

const BYTES = 1e9;
const one = Buffer.from(exportOf(generateHistories('dev', 1).chats).slice(1, -1));
let bytes = 0;
let turns = 0;

async function* write(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[');
  while (bytes < BYTES) {
    if (bytes > 0) yield Buffer.from(',');
    for (let at = 0; at < one.length; at += 65_536) yield one.subarray(at, at + 65_536);
    bytes += one.length;
  }
  yield Buffer.from(']');
}

for await (const found of readConversations(write())) if (!('problem' in found)) turns += found.turns.length;
console.log(
  JSON.stringify({
    megabytes: Math.round(bytes / 1e6),
    turns,
    rss: Math.round(mostKilobytes() / 1024),
  }),
);

/** Of this program alone: `maxRSS` of a child begins with what its parent held when it was made. */
function mostKilobytes(): number {
  const status = '/proc/self/status';
  const most = existsSync(status) && /^VmHWM:\s*(\d+) kB/mu.exec(readFileSync(status, 'utf8'))?.[1];
  return most ? Number(most) : process.resourceUsage().maxRSS;
}
