/**
 * `index-folder.ts FOLDER [offline|no-lexical]`: indexes a folder twice in a separate process, each time into
 * a new database; prints the second pass as JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { createLexicalIndex } from '@memora/retrieval';
import { openVault } from '@memora/vault';

const [folder = '.', mode = 'offline'] = process.argv.slice(2);
await pass();
const cpu = process.cpuUsage();
const { ms, relatingMs, framesMs, writingCpuMs, report } = await pass();
const used = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    ms,
    relatingMs,
    framesMs,
    writingCpuMs,
    cpuMs: (used.user + used.system) / 1000,
    notes: report.notes,
    claims: report.claims,
  }),
);

async function pass() {
  const scratch = mkdtempSync(join(tmpdir(), 'memora-bench-'));
  const vault = await openVault(folder);
  const indexes = mode === 'no-lexical' ? [] : [createLexicalIndex()];
  const store = await openClaimStore({ path: join(scratch, 'memora.db'), indexes });
  const started = performance.now();
  let relatingFrom = started;
  let relatingMs = 0;
  // On a busy machine, the processor time of this thread is more informative than clock time.
  const cpu = process.threadCpuUsage();
  let writing = cpu;
  const report = await indexVault({
    vault,
    store,
    onProgress: ({ phase }) => {
      if (phase === 'index') {
        relatingFrom = performance.now();
        writing = process.threadCpuUsage(cpu);
      }
      if (phase === 'finish') relatingMs = performance.now() - relatingFrom;
    },
  });
  const ms = performance.now() - started;
  await store.close();
  rmSync(scratch, { recursive: true });
  // The data for relating is read while the text is available, as the claims are written.
  const framesMs = report.indexMs?.['relations'] ?? 0;
  const writingCpuMs = (writing.user + writing.system) / 1000;
  return { ms, relatingMs: relatingMs + framesMs, framesMs, writingCpuMs, report };
}
