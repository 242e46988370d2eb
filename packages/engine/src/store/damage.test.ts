import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import { expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault, type TestVault } from '../testing-fixtures/setup-vault.ts';

const SECRET = 'quetzalcoatl';
const NOTES = {
  'pump.md': '---\ndate: 2025-05-01\n---\n# Pump\n\npressure:: 40 bar\nplace:: Bergen\n',
  'ida.md': `# Ida\n\nhome:: Oslo\n\nIda writes. <!--privacy:secret-->Her code is ${SECRET}.<!--/privacy-->\n`,
};

const open = (vault: TestVault) => openMemory({ vault: vault.root, env: vault.env });
const configOf = (vault: TestVault) => vault.env['MEMORA_CONFIG_DIR'] ?? '';

async function tell(memory: Memory): Promise<string[]> {
  const { claims } = await memory.claims.listClaims({ limit: 100, status: 'current' });
  return claims
    .map(({ subject, predicate, object, notePath }) => [subject, predicate, object, notePath].join())
    .sort();
}

async function indexed(vault: TestVault): Promise<string[]> {
  await using memory = await open(vault);
  await memory.index();
  return await tell(memory);
}

/** An error is a MemoraError, names something and gives a remedy. None shows a secret. */
async function orTold<Result>(task: () => Promise<Result>): Promise<Result | null> {
  try {
    return await task();
  } catch (error) {
    const { message, hint = '', code } = error as { message: string; hint?: string; code?: string };
    expect([code, MemoraError.isInstance(error)]).toEqual([code, true]);
    expect(`${message} ${hint}`).not.toContain(SECRET);
    if (MemoraError.isInstance(error)) expect([code, hint === '']).toEqual([code, false]);
    return null;
  }
}

it('survives the damage of each page of its database: a result or an error that says what to do, and a repair that finds every claim again', async () => {
  await using vault = await setupVault(NOTES);
  const known = await indexed(vault);
  const path = join(vault.root, '.memora', 'memora.db');
  const whole = readFileSync(path);
  const size = whole.readUInt16BE(16);
  const notes = Object.keys(NOTES).map((name) => readFileSync(join(vault.root, name)));
  expect(whole.length / size).toBeGreaterThan(30);
  for (let page = 0; page < whole.length / size; page++) {
    const bytes = Buffer.from(whole);
    // A different pattern in each: all ones, zeros, and a page from another place.
    if (page % 3 === 2) whole.copy(bytes, page * size, 0, size);
    else bytes.fill(page % 3 === 0 ? 0xff : 0, page * size, (page + 1) * size);
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    writeFileSync(path, bytes);
    await orTold(async () => {
      await using memory = await open(vault);
      await orTold(() => memory.query('Where does Ida live?'));
      await orTold(() => memory.claims.listClaims());
      if (page % 3 === 1) await orTold(() => memory.index());
    });
    if (page % 16 !== 0) continue;
    await using memory = await open(vault);
    await memory.doctor({ repair: true });
    await memory.index({ full: true });
    expect([page, await tell(memory)]).toEqual([page, known]);
    for (const name of readdirSync(join(vault.root, '.memora')))
      if (name.includes('.damaged-')) rmSync(join(vault.root, '.memora', name));
  }
  expect(Object.keys(NOTES).map((name) => readFileSync(join(vault.root, name)))).toEqual(notes);
});

it('reads a ledger that is cut at any byte: whole lines hold, and the next decision stands on a line of its own', async () => {
  await using vault = await setupVault(NOTES);
  await using memory = await open(vault);
  await memory.index();
  const { claims } = await memory.claims.listClaims({ limit: 100 });
  const idOf = (object: string) => claims.find((claim) => claim.object?.includes(object))?.id ?? '';
  await memory.forget(idOf('40 bar'), 'wrong');
  await memory.forget(idOf('Oslo'), 'moved');
  const path = join(vault.root, '_ledger.md');
  const whole = readFileSync(path);
  const lastLine = whole.lastIndexOf('\n- ') + 1;
  expect(lastLine).toBeGreaterThan(10);
  for (let cut = lastLine; cut <= whole.length; cut += cut < lastLine + 70 ? 7 : 31) {
    writeFileSync(path, whole.subarray(0, cut));
    await memory.index();
    const now = await tell(memory);
    expect([cut, now.some((claim) => claim.includes('40 bar'))]).toEqual([cut, false]);
  }
  writeFileSync(path, whole.subarray(0, lastLine + 40));
  await memory.index();
  const { checks } = await memory.doctor();
  expect(checks.filter(({ status, detail }) => status !== 'ok' && /ledger/i.test(detail))).not.toEqual([]);
  await memory.forget(idOf('Bergen'), 'left');
  expect(readFileSync(path, 'utf8')).toMatch(/\n- [^\n]* forget claim:[^\n]* : left\n$/);
  expect((await tell(memory)).some((claim) => claim.includes('Bergen'))).toBe(false);
});

it('goes on with keys that were cut short, exchanged or lost, and says so', async () => {
  await using vault = await setupVault(NOTES);
  const known = await indexed(vault);
  const keys = join(configOf(vault), 'keys');
  const name = readdirSync(keys).find((each) => /^[0-9a-f]{32}\.key$/.test(each)) ?? '';
  const whole = readFileSync(join(keys, name));
  for (const bytes of [
    Buffer.alloc(0),
    whole.subarray(0, 1),
    whole.subarray(0, 31),
    Buffer.alloc(32, 1),
    Buffer.concat([whole, whole]),
  ]) {
    writeFileSync(join(keys, name), bytes);
    await using memory = await open(vault);
    const { checks } = await memory.doctor();
    const told = checks.find(({ detail }) => /another key/.test(detail));
    expect(told?.remedy).toContain('memora index');
    await memory.index();
    expect(await tell(memory)).toEqual(known);
    expect((await memory.doctor()).checks.filter(({ status }) => status === 'fault')).toEqual([]);
  }
  writeFileSync(join(configOf(vault), 'installation.key'), Buffer.alloc(32, 9));
  await using memory = await open(vault);
  await expect(memory.query('Ida')).rejects.toMatchObject({ code: 'DATABASE_UNKNOWN' });
  expect((await memory.index()).notices.join()).toContain('memora restore');
  expect(await tell(memory)).toEqual(known);
});

it('reads a config that is cut at any byte, or says which file is wrong and what to do', async () => {
  await using vault = await setupVault(NOTES);
  const text = '[privacy]\ndetector = "enforce"\n[retrieval]\ntop_k = 12\n';
  for (let cut = 0; cut <= text.length; cut++) {
    await vault.write('../config/config.toml', text.slice(0, cut));
    try {
      await using memory = await open(vault);
      expect(memory.settings.config.retrieval.topK).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('config.toml'),
      });
      expect((error as MemoraError).hint).toBeTruthy();
    }
  }
});

it('sees every edit though clocks go back and files come from the future', async () => {
  await using vault = await setupVault(NOTES);
  const path = join(vault.root, 'pump.md');
  await indexed(vault);
  const times = ['2099-01-01', '2001-01-01', '1970-01-01', '2099-01-01'];
  for (const [i, time] of times.entries()) {
    writeFileSync(path, `# Pump\n\npressure:: ${50 + i} bar\n`);
    utimesSync(path, new Date(time), new Date(time));
    await using memory = await open(vault);
    await memory.index();
    const now = (await tell(memory)).filter((claim) => claim.includes('bar'));
    expect(now).toEqual([expect.stringContaining(`${50 + i} bar`)]);
  }
});
