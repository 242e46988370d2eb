import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { createBLAKE3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { openWorkspace, snapshot } from './open-workspace.ts';
import { runJson } from './run-memora.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const vaults = join(data, 'vaults');
const present = existsSync(vaults);
if (!present) console.warn(`no test data at ${vaults}: the real vaults are not indexed in this run`);
const names = present
  ? (await readdir(vaults, { withFileTypes: true })).flatMap((e) => (e.isDirectory() ? [e.name] : []))
  : ['of the test data, which is absent'];

interface IndexPayload {
  readonly notes: number;
  readonly failed: number;
  readonly claims: number;
  readonly failures: readonly unknown[];
}
interface ClaimPayload {
  readonly claim_id: string;
  readonly note: string;
  readonly span: [number, number];
  readonly fingerprint: string | null;
  readonly band: string;
}

/** A small vault and a large one, or all of them with `MEMORA_TEST_WHOLE=1`. */
const TRIED = present ? everyNth(names.toSorted(), 3, 2) : names;

describe.runIf(present).each(TRIED)('the vault %s', (name) => {
  it('indexes without a failure, every span hashes to its fingerprint, and a fresh index gives the same ids', async () => {
    await using workspace = await openWorkspace({ copyOf: join(vaults, name) });
    const { vault, env } = workspace;
    const before = await snapshot(vault);
    const at = ['--vault', vault, '--quiet'];

    const report = await runJson<IndexPayload>(['index', ...at], { env });
    expect(report.failures).toEqual([]);
    expect(report.failed).toBe(0);
    expect(report.notes).toBe(await countNotes(vault));

    const { claims } = await runJson<{ claims: ClaimPayload[] }>(['claims', 'list', ...at], { env });
    expect(claims.length).toBe(report.claims);
    expect(await spansThatDoNotHash(vault, claims)).toEqual([]);

    const again = await runJson<IndexPayload & { changed: number }>(['index', ...at], { env });
    expect(again).toMatchObject({ changed: 0, failed: 0, claims: report.claims });

    expect(await snapshot(vault)).toEqual(before);

    if (!everyNth(TRIED, 2).includes(name)) return;
    await rm(join(vault, '.memora'), { recursive: true });
    await runJson(['index', ...at], { env });
    const fresh = await runJson<{ claims: ClaimPayload[] }>(['claims', 'list', ...at], { env });
    expect(fresh.claims.map((claim) => claim.claim_id)).toEqual(claims.map((claim) => claim.claim_id));
    expect(await snapshot(vault)).toEqual(before);
  });
});

/** Invariant 1, with a BLAKE3 that shares no code with Memora. */
async function spansThatDoNotHash(vault: string, claims: readonly ClaimPayload[]): Promise<string[]> {
  const hasher = await createBLAKE3();
  const wrong: string[] = [];
  let note = '';
  let bytes: Uint8Array = new Uint8Array();
  for (const claim of claims) {
    if (claim.band === 'secret') continue;
    if (claim.note !== note) {
      note = claim.note;
      bytes = await readFile(join(vault, note));
    }
    const [start, end] = claim.span;
    const digest = hasher.init().update(bytes.subarray(start, end)).digest('hex');
    if (digest !== claim.fingerprint || start >= end || end > bytes.length)
      wrong.push(`${claim.claim_id} ${note}`);
  }
  return wrong;
}

async function countNotes(vault: string): Promise<number> {
  const entries = await readdir(vault, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => {
    const path = `${entry.parentPath.slice(vault.length)}/${entry.name}`;
    return (
      entry.isFile() &&
      /\.(?:md|markdown)$/i.test(entry.name) &&
      !/\/\./.test(path) &&
      !isGenerated(entry.name)
    );
  }).length;
}

function isGenerated(name: string): boolean {
  return ['world_map.md', '_atlas.md', '_index.md', '_ledger.md'].includes(name.toLowerCase());
}
