import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MemoraError } from './memora-error.ts';

const error = new MemoraError('vault /notes does not exist', {
  code: 'VAULT_NOT_FOUND',
  hint: 'Pass --vault with an existing folder.',
});

describe('MemoraError', () => {
  it('carries a code to switch on, a hint and the cause', () => {
    const cause = new Error('ENOENT');
    const wrapped = new MemoraError('x', { code: 'A', cause });
    expect([error.name, error.code, error.hint]).toEqual([
      'MemoraError',
      'VAULT_NOT_FOUND',
      'Pass --vault with an existing folder.',
    ]);
    expect([wrapped.hint, wrapped.cause]).toEqual([undefined, cause]);
    expect('cause' in error).toBe(false);
  });

  it('is recognised by its codes, which give it their type', () => {
    const thrown: unknown = error;
    expect(MemoraError.isInstance(thrown, 'VAULT_LOCKED', 'VAULT_NOT_FOUND')).toBe(true);
    expect(MemoraError.isInstance(thrown, 'VAULT_LOCKED')).toBe(false);
    expect(MemoraError.isInstance(new Error('x'), 'VAULT_NOT_FOUND')).toBe(false);
    if (MemoraError.isInstance(thrown, 'VAULT_NOT_FOUND'))
      expect(thrown.code satisfies 'VAULT_NOT_FOUND').toBe('VAULT_NOT_FOUND');
  });

  it('is an Error with a stack, and shows its code when printed', () => {
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain('memora-error.test.ts');
    expect(inspect(error)).toContain("code: 'VAULT_NOT_FOUND'");
  });

  it('is recognised by another copy of the package, and by its subclasses', async () => {
    const copy: typeof MemoraError = (await import('./memora-error.ts?second-copy' as './memora-error.ts'))
      .MemoraError;
    expect(copy).not.toBe(MemoraError);
    expect(error instanceof copy).toBe(false);
    expect(copy.isInstance(error)).toBe(true);
    expect(MemoraError.isInstance(new copy('x', { code: 'B' }))).toBe(true);
    class VaultError extends MemoraError<'C' | 'D'> {
      static override readonly errorName = 'VaultError';
    }
    expect(copy.isInstance(new VaultError('x', { code: 'C' }))).toBe(true);
    class CopiedVaultError extends copy<'C' | 'D'> {
      static override readonly errorName: string = 'VaultError';
    }
    class CopiedLockError extends CopiedVaultError {
      static override readonly errorName = 'LockError';
    }
    for (const ofCopy of [CopiedVaultError, CopiedLockError])
      expect(VaultError.isInstance(new ofCopy('x', { code: 'C' }))).toBe(true);
    const renamed = Object.assign(new copy('x', { code: 'C' }), { name: 'VaultError' });
    expect(VaultError.isInstance(renamed)).toBe(false);
  });

  it('has subclasses that recognise their own errors, with their codes', () => {
    class VaultError<Code extends 'C' | 'D' = 'C' | 'D'> extends MemoraError<Code> {
      static override readonly errorName: string = 'VaultError';
    }
    class LockError extends VaultError<'D'> {
      static override readonly errorName = 'LockError';
    }
    const thrown: unknown = new LockError('x', { code: 'D' });
    expect((thrown as Error).name).toBe('LockError');
    expect([LockError, VaultError, MemoraError].map((each) => each.isInstance(thrown))).toEqual([
      true,
      true,
      true,
    ]);
    expect(VaultError.isInstance(new MemoraError('x', { code: 'C' }))).toBe(false);
    expect(LockError.isInstance(new VaultError('x', { code: 'D' }))).toBe(false);
    expect(VaultError.isInstance(thrown, 'C')).toBe(false);
    if (VaultError.isInstance(thrown)) expect(thrown.code satisfies 'C' | 'D').toBe('D');
    // @ts-expect-error: no error of this class has that code
    VaultError.isInstance(thrown, 'E');
  });

  it('recognises nothing else', () => {
    const impostor = { message: 'x', code: 'A', [Symbol.for('memora.error')]: true };
    for (const other of [new Error('x'), impostor, null, undefined, 'x']) {
      expect(MemoraError.isInstance(other)).toBe(false);
    }
  });
});
