import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ACT_NAMES = [
  'the scanner of a vault',
  'the report',
  'generated pages',
  'the challenger',
  'a question',
  'an answer',
  'the check of an answer',
  'the audit',
] as const;

/** Operations on a vault whose one note was indexed before counting starts. */
export interface Acts extends AsyncDisposable {
  readonly acts: Readonly<Record<(typeof ACT_NAMES)[number], () => unknown>>;
}

/** A vault with a note of this text, and with a file named after each of its lines, because an author also chooses names. */
export async function openActs(text: string): Promise<Acts> {
  const { openMemory } = await import('@memora/engine');
  const { createReport } = await import('@memora/report');
  const folder = mkdtempSync(join(tmpdir(), 'memora-acts-'));
  const vault = join(folder, 'vault');
  const names = join(folder, 'names');
  for (const each of [vault, names]) mkdirSync(each);
  writeFileSync(join(vault, 'a.md'), text);
  for (const name of namesOf(text)) writeFileSync(join(names, `${name}.md`), 'tea');
  const { openVault } = await import('@memora/vault');
  const scanned = await openVault(names);
  const memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
  await memory.index();
  const { claims } = await memory.claims.listClaims({ limit: 1_000 });
  const ids = claims.slice(0, 20).map(({ id }) => id);
  const question = text.slice(0, 4_000);
  const answer = `${text}\n\nIda likes tea [claim:${ids[0] ?? 'aaaaaaaaaaaaaaaa'}].`;
  return {
    acts: {
      'the scanner of a vault': () => scanAll(scanned),
      'the report': () => createReport(memory),
      'generated pages': () => memory.consolidate(),
      'the challenger': () => memory.challenge(),
      'a question': () => memory.query(question.trim() === '' ? 'tea' : question),
      'an answer': () => memory.ask('What does Ida like?'),
      'the check of an answer': () => memory.verify(answer),
      'the audit': () => memory.audit(),
    },
    [Symbol.asyncDispose]: async () => {
      await memory[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sixty letters a name. */
function namesOf(text: string): string[] {
  const plain = text.replace(/[\0-\x1f/\\\x7f]/gu, '_');
  return Array.from({ length: Math.ceil(plain.length / 60) }, (_, i) =>
    `${i} ${plain.slice(i * 60, i * 60 + 60).toWellFormed()}`.trim(),
  ).filter((name) => Buffer.byteLength(name) < 240);
}

async function scanAll(vault: { readonly scan: () => AsyncIterable<unknown> }): Promise<void> {
  for await (const _ of vault.scan());
}
