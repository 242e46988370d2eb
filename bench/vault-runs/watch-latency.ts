/** The time from the write of a note until it is reported: Memora's beyond the debounce, and a bare `fs.watch` on the same folder. */
import { watch } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openVault } from '@memora/vault';

const DEBOUNCE_MS = 20;

export async function measureWatch(folder: string, rounds: number) {
  const vault = await openVault(folder);
  const abort = new AbortController();
  let onChange: () => void = () => undefined;
  const started = performance.now();
  const ready = Promise.withResolvers<void>();
  const running = (async () => {
    const options = { signal: abort.signal, debounceMs: DEBOUNCE_MS, onReady: ready.resolve };
    for await (const _ of vault.watch(options)) onChange();
  })();
  await ready.promise;
  const startMs = performance.now() - started;
  const ours: number[] = [];
  const bare: number[] = [];
  const path = join(folder, 'region-3', 'note 601.md');
  for (let i = 0; i < rounds; i++) {
    const reported = new Promise<number>((resolve) => {
      onChange = () => resolve(performance.now());
    });
    const watcher = watch(join(folder, 'region-3'));
    const seen = new Promise<number>((resolve) => watcher.once('change', () => resolve(performance.now())));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const written = performance.now();
    await writeFile(path, `edited ${i}\n`);
    bare.push((await seen) - written);
    ours.push((await reported) - written - DEBOUNCE_MS);
    watcher.close();
  }
  abort.abort();
  await running;
  return { ours, bare, startMs };
}
