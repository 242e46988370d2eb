import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runInProcess } from '../testing-fixtures/run-in-process.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('prints one line with the address, puts a question into it, and ends with Ctrl-C', async () => {
  await using vault = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
  const stop = new AbortController();
  let said = '';
  const stdout = new Writable({
    write: (chunk, _encoding, next) => {
      said += String(chunk);
      next();
    },
  });
  const running = vault.run(['open', 'How', 'fast?', '--no-browser'], { stdout, signal: stop.signal });
  while (!said.includes('\n')) await wait(20);
  expect(said).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\?q=How%20fast%3F\n$/);
  const address = new URL(said.trim());
  expect((await fetch(address)).status).toBe(200);
  const asked = await fetch(new URL('api/ask', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'At how many bar does the pump run?' }),
  });
  expect(await asked.text()).toContain('40 bar');
  stop.abort();
  expect((await running).code).toBe(130);
  await expect(fetch(address)).rejects.toThrow();
});

it('asks for a folder on the page where the command names none, and offers the one it runs in', async () => {
  await using vault = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
  const stop = new AbortController();
  let said = '';
  const stdout = new Writable({
    write: (chunk, _encoding, next) => {
      said += String(chunk);
      next();
    },
  });
  const running = runInProcess(['open', '--no-browser'], {
    stdout,
    signal: stop.signal,
    cwd: vault.folder,
    env: vault.env,
  });
  while (!said.includes('\n')) await wait(20);
  expect(await (await fetch(said.trim())).text()).toContain('data-lobby');
  // The notes are in a subfolder.
  const choices = await (await fetch(new URL('api/vaults', said.trim()))).json();
  expect(choices).toMatchObject([{ folder: vault.folder, isOpen: false }]);
  stop.abort();
  expect((await running).code).toBe(130);
});
