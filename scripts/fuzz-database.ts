/** `node --conditions=memora-source scripts/fuzz-database.ts [cases] [seed]`: lists, asks and indexes with damaged databases. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoraError } from '../packages/core/src/index.ts';
import { openMemory } from '../packages/engine/src/index.ts';
import { toClaimJson } from '../packages/engine/src/json/index.ts';
import {
  createRandom,
  type FuzzReport,
  printFuzz,
  type Random,
  readCorpus,
  runCases,
} from './fuzz/random.ts';

const SECRET = 'c4n4ryt0ken';

/** Damages a database. Listing, asking and indexing must give a result or one of Memora's errors, change no note, and show no secret. */
export async function fuzzDatabase(count: number, seed: number): Promise<FuzzReport> {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'memora-fuzz-'));
  const vault = join(folder, 'vault');
  const env = { MEMORA_CONFIG_DIR: join(folder, 'user') };
  mkdirSync(vault);
  const notes = readCorpus('.md').map((bytes, i) => ({ path: join(vault, `n${i}.md`), bytes }));
  notes.push({
    path: join(vault, 'secret.md'),
    bytes: Buffer.from(`---\nprivacy: secret\n---\nThe word is ${SECRET}.\n`),
  });
  for (const { path, bytes } of notes) writeFileSync(path, bytes);
  const open = () => openMemory({ vault, embedder: null, env });
  const database = join(vault, '.memora', 'memora.db');
  const whole = join(folder, 'whole.db');
  try {
    const memory = await open();
    await memory.index();
    await memory.close();
    copyFileSync(database, whole);
    const bytes = readFileSync(whole);
    return await runCases(count, async () => {
      for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true });
      writeFileSync(database, damage(bytes, random));
      let told = '';
      try {
        await using damaged = await open();
        const steps = [
          async () =>
            (await damaged.claims.listClaims({ limit: 1000 })).claims.map((claim) => toClaimJson(claim)),
          async () => (await damaged.query('Where is the mill?')).hits.map(({ claim }) => toClaimJson(claim)),
          async () => damaged.index({ full: random.below(2) === 0 }),
          async () => damaged.claims.stats(),
        ];
        for (const step of steps) {
          try {
            told += JSON.stringify(await step());
          } catch (error) {
            if (!isOurs(error))
              return `${(error as Error).name} is no error of ours ${/\n\s+at .*\n\s+at .*/.exec((error as Error).stack ?? '')?.[0] ?? ''}`;
          }
        }
      } catch (error) {
        if (!isOurs(error)) return `${(error as Error).name} at opening or closing`;
      }
      if (told.includes(SECRET)) return 'secret text';
      const changed = notes.find((note) => !readFileSync(note.path).equals(note.bytes));
      return changed === undefined ? null : 'a changed note';
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Errors that every interface can describe: Memora's, and SQLite's for damaged files. */
function isOurs(error: unknown): boolean {
  return MemoraError.isInstance(error) || /^SQLITE_/.test(String((error as { code?: unknown }).code));
}

function damage(whole: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(whole);
  const page = 4096;
  switch (random.below(5)) {
    case 0:
      return bytes.subarray(0, random.below(bytes.length));
    case 1: {
      const at = page * random.below(bytes.length / page);
      return Buffer.from(bytes.fill(0, at, at + page));
    }
    case 2: {
      const [from, to] = [page * random.below(bytes.length / page), page * random.below(bytes.length / page)];
      whole.copy(bytes, to, from, from + page);
      return bytes;
    }
    case 3: {
      const at = random.below(bytes.length);
      for (let i = at; i < Math.min(bytes.length, at + 600); i++) bytes[i] = random.below(256);
      return bytes;
    }
    default:
      for (let times = 1 + random.below(40); times > 0; times--)
        bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
  }
}

if (import.meta.main) await printFuzz('database', 500, fuzzDatabase);
