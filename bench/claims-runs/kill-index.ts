/**
 * `kill-index.ts [KILLS]`: indexes a vault in a child process, kills it with SIGKILL at a random moment, completes the run and
 * compares the claims with those of an undisturbed one. 200 kills by default; a child that was faster is compared and not counted. Exits 1 at the first difference. The vault is large
 * enough for a second thread to read it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { indexVault, openClaimStore } from '@memora/claims';
import { openVault } from '@memora/vault';

const NOTES = 600;
/** Bytes of a note that produce no claims. */
const FILLER = 1200;
const [mode, ...rest] = process.argv.slice(2);
if (mode === 'child') await indexOnce(rest[0] ?? '', rest[1] ?? '');
else await killRepeatedly(Number(mode ?? 200));

async function indexOnce(root: string, path: string): Promise<void> {
  await using store = await openClaimStore({ path });
  console.log('open');
  await indexVault({ vault: await openVault(root), store });
}

async function claimIds(root: string, path: string): Promise<string> {
  await using store = await openClaimStore({ path });
  const { problems } = await store.check();
  if (problems.length > 0) throw new Error(`damaged: ${JSON.stringify(problems)}`);
  await indexVault({ vault: await openVault(root), store });
  const { claims } = await store.listClaims();
  return claims.map((claim) => `${claim.id} ${claim.span.start}`).join('\n');
}

/** Indexes in a child process; killed this many milliseconds after it has opened its store, unless it was faster. */
async function indexInChild(root: string, path: string, killAfter?: number) {
  const child = spawn(
    process.execPath,
    ['--conditions=memora-source', fileURLToPath(import.meta.url), 'child', root, path],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  const started = performance.now();
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  return { isKilled: signal === 'SIGKILL', ms: performance.now() - started };
}

async function killRepeatedly(kills: number): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'memora-kill-'));
  try {
    for (let i = 0; i < NOTES; i++) {
      writeFileSync(
        join(root, `n${i}.md`),
        `# N${i}\n\nRoom${i} has ${i} chairs.\n\n- Hall${i} is in Lyon\n- Limit:: ${i}\n\n\`\`\`\n${'0'.repeat(FILLER)}\n\`\`\`\n`,
      );
    }
    const expected = await claimIds(root, join(root, '.memora', 'whole.db'));
    let { ms: longest } = await indexInChild(root, join(root, '.memora', 'undisturbed.db'));
    let killed = 0;
    for (let round = 0; killed < kills; round++) {
      const path = join(root, '.memora', `round-${round}.db`);
      const { isKilled, ms } = await indexInChild(root, path, Math.random() * longest);
      if (isKilled) killed++;
      else longest = ms;
      const found = await claimIds(root, path);
      if (found !== expected) {
        const [had, has] = [new Set(expected.split('\n')), new Set(found.split('\n'))];
        const lost = [...had].filter((claim) => !has.has(claim));
        const extra = [...has].filter((claim) => !had.has(claim));
        console.log(
          `round ${round}: ${has.size} claims instead of ${had.size}; ${lost.length} lost, ${extra.length} extra`,
        );
        console.log(lost.slice(0, 5), extra.slice(0, 5));
        process.exitCode = 1;
        return;
      }
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    }
    console.log(`${kills} killed: no claim lost, none doubled`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
