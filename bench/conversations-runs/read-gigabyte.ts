/**
 * Reads generated input of a gigabyte or two, and prints the memory that it needed. `export`: many conversations; `cut`:
 * one valid conversation, and another without an end; `lines`: JSONL of one endless session between short ones.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readConversations } from '@memora/conversations';
import { exportOf } from './export-of.ts';
import { generateHistories } from './histories/generate-histories.ts';

let bytes = 0;
let turns = 0;
const problems = new Map<string, number>();

const SHAPES: Readonly<Record<string, () => AsyncGenerator<Uint8Array>>> = {
  export: () => writeExport(1e9),
  cut: () => writeCut(2e9),
  lines: () => writeLines(2e9),
};

async function* writeExport(size: number): AsyncGenerator<Uint8Array> {
  const one = Buffer.from(exportOf(generateHistories('dev', 1).chats).slice(1, -1));
  yield Buffer.from('[');
  while (bytes < size) {
    if (bytes > 0) yield Buffer.from(',');
    for (let at = 0; at < one.length; at += 65_536) yield one.subarray(at, at + 65_536);
    bytes += one.length;
  }
  yield Buffer.from(']');
}

async function* writeCut(size: number): AsyncGenerator<Uint8Array> {
  const sound = { uuid: 'a', chat_messages: [{ sender: 'human', text: 'The relay moved.' }] };
  yield Buffer.from(`[${JSON.stringify(sound)},{"uuid":"b","chat_messages":[{"sender":"human","text":"`);
  const text = Buffer.from('The relay moved to Lisbon. '.repeat(2_400));
  for (; bytes < size; bytes += text.length) yield text;
}

async function* writeLines(size: number): AsyncGenerator<Uint8Array> {
  const text = 'The relay moved to Lisbon. '.repeat(40);
  const line = (sessionId: string) =>
    `${JSON.stringify({ type: 'user', uuid: 'u', userType: 'external', sessionId, message: { role: 'user', content: text } })}\n`;
  for (let i = 0; bytes < size; i++) {
    const chunk = Buffer.from(line('long').repeat(60) + (i % 100 === 0 ? line(`short-${i}`) : ''));
    bytes += chunk.length;
    yield chunk;
  }
}

const write = SHAPES[process.argv[2] ?? 'export'];
if (write === undefined) throw new Error(`shapes: ${Object.keys(SHAPES).join(', ')}`);
for await (const found of readConversations(write()))
  if ('problem' in found) problems.set(found.problem, (problems.get(found.problem) ?? 0) + 1);
  else turns += found.turns.length;
console.log(
  JSON.stringify({
    megabytes: Math.round(bytes / 1e6),
    turns,
    problems: Object.fromEntries(problems),
    rss: Math.round(mostKilobytes() / 1024),
  }),
);

/** Of this program alone, because a child's `maxRSS` starts with its parent's memory at the time of the fork. */
function mostKilobytes(): number {
  const status = '/proc/self/status';
  const most = existsSync(status) && /^VmHWM:\s*(\d+) kB/mu.exec(readFileSync(status, 'utf8'))?.[1];
  return most ? Number(most) : process.resourceUsage().maxRSS;
}
