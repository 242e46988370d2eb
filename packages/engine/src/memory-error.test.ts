import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoraError as OfCore } from '@memora/core';
import type { VaultErrorCode } from '@memora/vault';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { MemoraError, MemoryError, type MemoryErrorCode, openMemory, VaultError } from './index.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const SOURCE = import.meta.dirname;

describe('the errors of a memory', () => {
  it('come from the package itself, with codes that a typing mistake does not pass', async () => {
    expect(MemoraError).toBe(OfCore);
    const error: unknown = await openMemory({ vault: '/nowhere/at/all' }).catch((thrown: unknown) => thrown);
    expect(MemoraError.isInstance(error, 'VAULT_NOT_FOUND')).toBe(true);
    expect(MemoraError.isInstance(error, 'VAULT_LOCKED')).toBe(false);
    expect([VaultError, MemoryError].map((each) => each.isInstance(error))).toEqual([true, false]);
    if (VaultError.isInstance(error)) {
      expectTypeOf(error.code).toEqualTypeOf<VaultErrorCode>();
      // @ts-expect-error: no such code
      expect(error.code === 'VAULT_NOTFOUND').toBe(false);
    }
    await using vault = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
    const memory = await openMemory({ vault: vault.root, env: vault.env });
    const unread: unknown = await memory.query('pump').catch((thrown: unknown) => thrown);
    await memory.close();
    if (!MemoryError.isInstance(unread)) throw unread;
    expectTypeOf(unread.code).toEqualTypeOf<MemoryErrorCode>();
    expect([unread.name, unread.code]).toEqual(['MemoryError', 'NOT_INDEXED']);
  });

  it('are all in the union of codes', () => {
    const union = readFileSync(join(SOURCE, 'memory-error.ts'), 'utf8');
    const others = ['../../vault/src/vault-error.ts', '../../claims/src/model/errors/claims-error.ts'];
    const known = [union, ...others.map((path) => readFileSync(join(SOURCE, path), 'utf8'))].join('\n');
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
    const codes = files
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) => [...readFileSync(join(SOURCE, path), 'utf8').matchAll(/\bcode: '([A-Z_]+)'/gu)])
      .map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(20);
    expect([...new Set(codes)].filter((code) => !known.includes(`'${code}'`))).toEqual([]);
  });
});

describe('a memory that was closed', () => {
  it('says so by every call that needs its database, and does not open it again', async () => {
    await using vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
    const memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const { cleanText } = await memory.ask('At how many bar does the pump run?');
    const [, id = ''] = /\[claim:(\w+)\]/u.exec(cleanText) ?? [];
    await memory.close();
    await memory.close();
    for (const call of [
      () => memory.ask('At how many bar does the pump run?'),
      () => memory.query('pump'),
      () => memory.prompt('pump'),
      () => memory.verify(`The pump runs at 40 bar [claim:${id}].`),
      () => memory.index(),
      () => memory.claims.listClaims(),
      () => memory.stale(),
      () => memory.forget(id, 'a mistake'),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'MEMORY_CLOSED', hint: expect.any(String) });
  });

  it('says so by every method that it has, in groups and in parts too', async () => {
    await using vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
    const memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await memory.close();
    let count = 0;
    for (const [path, call] of methodsOf(memory)) {
      if (path === 'close') continue;
      count++;
      await expect(outcomeOf(call), path).resolves.toBe('MEMORY_CLOSED');
    }
    expect(count).toBeGreaterThan(100);
    await expect(outcomeOf(() => memory.privacy.guard.check([]))).resolves.toBe('MEMORY_CLOSED');
    expect(memory.vault).toBe(vault.root);
  });
});

function methodsOf(part: object, above = ''): [string, () => unknown][] {
  return Object.entries(part).flatMap(([name, value]): [string, () => unknown][] => {
    if (typeof value === 'function') return [[`${above}${name}`, () => value.call(part)]];
    return typeof value === 'object' && value !== null ? methodsOf(value, `${above}${name}.`) : [];
  });
}

/** The code with which a method fails, whether it throws, rejects or fails where it is iterated. */
async function outcomeOf(call: () => unknown): Promise<unknown> {
  try {
    const given = await call();
    if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given)
      for await (const _ of given as AsyncIterable<unknown>) break;
    return 'nothing';
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
}
