import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConversations } from '@memora/conversations';
import { type Memory, openMemory } from '@memora/engine';
import { openVault } from '@memora/vault';
import { interleave, type Report } from '../report.ts';
import { chatGptExportOf, exportOf } from './export-of.ts';
import { generateHistories } from './histories/generate-histories.ts';
import type { Chat } from './import-chats.ts';
import { realisticChats } from './realistic-chats.ts';

const TURNS = 10_000;
const MEGABYTES = 100;
const LONG_SESSION = 10_000;
const SHORT_SESSION = 10;

/** Some of it: `MEMORA_BENCH_SPEED=import,reading,appending`. */
const PARTS = (process.env['MEMORA_BENCH_SPEED'] ?? 'import,reading,appending').split(',');

/** The cost of chats, each compared with plain work on the same bytes in the same run. Times are processor times, except those of a single append. */
export async function measureSpeed(report: Report, folder: string, data: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (PARTS.includes('import')) await measureImport(report, folder, data);
  if (PARTS.includes('reading')) await measureReading(report);
  if (PARTS.includes('appending')) await measureAppending(report, folder);
}

async function measureImport(report: Report, folder: string, data: string): Promise<void> {
  const chats = realisticChats(data, TURNS);
  const turns = chats.reduce((sum, chat) => sum + chat.turns.length, 0);
  const exported = new TextEncoder().encode(exportOf(chats));
  report.heading(`importing ${turns} turns, against indexing the same text as plain notes`);
  report.note(`${chats.length} chats, ${Math.round(exported.length / turns)} bytes a turn`);
  const open = { chats: null as Memory | null, notes: null as Memory | null };
  const close = async () => {
    await open.chats?.close();
    await open.notes?.close();
  };
  const { chats: ours, notes } = await interleave(
    {
      chats: async () => {
        for await (const found of (open.chats as Memory).importConversations(exported))
          if ('problem' in found) throw new Error(found.problem);
      },
      notes: () => (open.notes as Memory).index(),
    },
    {
      rounds: 3,
      warmup: 1,
      processorTime: true,
      before: async (name) => {
        await open[name as 'chats' | 'notes']?.close();
        const root = await mkdtemp(join(folder, `${name}-`));
        await mkdir(join(root, 'vault'));
        if (name === 'notes') await writePlainNotes(join(root, 'vault'), chats);
        open[name as 'chats' | 'notes'] = await openMemory({
          vault: join(root, 'vault'),
          env: { MEMORA_CONFIG_DIR: join(root, 'config') },
        });
      },
    },
  );
  await close();
  const ratio = report.compare('import', ours, { name: 'plain notes', value: notes });
  report.budget('importing over indexing plain notes', ratio, { max: 1.2, unit: '×' });
}

async function writePlainNotes(vault: string, chats: readonly Chat[]): Promise<void> {
  for (const { id, turns } of chats)
    await writeFile(join(vault, `${id}.md`), `${turns.map(({ text }) => text).join('\n\n')}\n`);
}

async function measureReading(report: Report): Promise<void> {
  const chats = manyChats(2_000);
  await compareWithParse(report, 'Claude', exportOf(chats));
  await compareWithParse(report, 'ChatGPT', chatGptExportOf(chats));

  const many = readInChild('export');
  report.note(`an export of ${many.megabytes} MB as a stream: ${many.turns} turns`);
  report.budget('most memory of a process that reads it', many.rss, { max: 300, unit: ' MB' });
  for (const [shape, name] of [
    ['cut', 'a conversation whose end never comes, behind a sound one'],
    ['lines', 'lines of one session, short ones between'],
  ] as const) {
    const { megabytes, turns, problems, rss } = readInChild(shape);
    report.note(
      `${megabytes} MB of ${name}: ${turns} turns, ${JSON.stringify(problems)}, ${rss} MB of memory`,
    );
  }
}

async function compareWithParse(report: Report, product: string, exported: string): Promise<void> {
  const one = exported.slice(1, -1);
  const copies = Math.ceil((MEGABYTES * 1e6) / one.length);
  const bytes = Buffer.from(`[${Array.from({ length: copies }, () => one).join(',')}]`);
  report.heading(`reading an export of ${product} of ${Math.round(bytes.length / 1e6)} MB`);
  const { ours, parse } = await interleave(
    {
      ours: async () => {
        let turns = 0;
        for await (const found of readConversations(inChunks(bytes)))
          if (!('problem' in found)) turns += found.turns.length;
        if (turns === 0) throw new Error('nothing was read');
      },
      parse: () => JSON.parse(bytes.toString('utf8')),
    },
    { rounds: 3, warmup: 1, processorTime: true },
  );
  const ratio = report.compare('reading', ours, { name: 'JSON.parse', value: parse });
  report.budget(`reading an export of ${product} over JSON.parse`, ratio, { max: 3, unit: '×' });
}

/** In a separate process, because one process's memory says nothing about another's. */
function readInChild(shape: string) {
  const child = fileURLToPath(new URL('./read-gigabyte.ts', import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, ['--conditions=memora-source', child, shape], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error('the child that reads a gigabyte failed');
  return JSON.parse(stdout) as {
    readonly megabytes: number;
    readonly turns: number;
    readonly problems: Readonly<Record<string, number>>;
    readonly rss: number;
  };
}

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function measureAppending(report: Report, folder: string): Promise<void> {
  report.heading(`one turn more, in a session of ${LONG_SESSION} turns and in one of ${SHORT_SESSION}`);
  const open = async (name: string, count: number) => {
    const root = await mkdtemp(join(folder, `${name}-`));
    await mkdir(join(root, 'vault'));
    const vault = await openVault(join(root, 'vault'));
    const path = 'episodic/conversations/2026/11/session.md';
    const conversation = { id: 'conv_session', channel: 'host' } as const;
    const turns = manyChats(count)
      .flatMap((chat) => chat.turns)
      .slice(0, count);
    for (let at = 0; at < turns.length; at += 200)
      await vault.appendTurns(path, turns.slice(at, at + 200), { conversation });
    const memory = await openMemory({
      vault: join(root, 'vault'),
      env: { MEMORA_CONFIG_DIR: join(root, 'config') },
    });
    await memory.index();
    let said = 0;
    const append = () =>
      vault.appendTurns(path, [{ role: 'user', text: `The relay answered ${said++} times today.` }], {
        conversation,
      });
    return { memory, append };
  };
  const [long, short] = [await open('long', LONG_SESSION), await open('short', SHORT_SESSION)];
  const appended = await interleave({ long: long.append, short: short.append }, { rounds: 40, warmup: 5 });
  report.budget(
    'a durable append',
    report.compare('long', appended.long, { name: 'short', value: appended.short }),
    { max: 1.5, unit: '×' },
  );
  const each =
    ({ memory, append }: typeof long) =>
    async () => {
      await append();
      await memory.index();
    };
  const indexed = await interleave(
    { long: each(long), short: each(short) },
    { rounds: 25, warmup: 3, processorTime: true },
  );
  report.budget(
    'a durable append with its indexing',
    report.compare('long', indexed.long, { name: 'short', value: indexed.short }),
    { max: 3, unit: '×' },
  );
  await long.memory.close();
  await short.memory.close();
}

/** Chats of generated histories, up to this many turns. */
function manyChats(turns: number): Chat[] {
  const chats: Chat[] = [];
  for (let seed = 0, count = 0; count < turns; seed++)
    for (const chat of generateHistories('dev', 1000 + seed).chats) {
      if (count >= turns) break;
      chats.push({ ...chat, id: `${chat.id}-${seed}` });
      count += chat.turns.length;
    }
  return chats;
}
