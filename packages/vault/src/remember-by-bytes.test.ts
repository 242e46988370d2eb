import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { rememberByBytes } from './remember-by-bytes.ts';

async function freshModule(): Promise<typeof import('./remember-by-bytes.ts')> {
  vi.resetModules();
  return import('./remember-by-bytes.ts');
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('rememberByBytes', () => {
  // Other files share this process. Whatever they read, the following notes are all hashed in one way.
  beforeAll(() => rememberByBytes(async () => null)(new Uint8Array(65_537), 'large.md'));

  it('reads the same bytes of a path once, and other bytes or another path anew', async () => {
    const asked: string[] = [];
    const read = rememberByBytes(async (bytes, path) => {
      asked.push(path);
      return `${path} ${bytes.length}`;
    });
    expect(await read(bytesOf('one'), 'a.md')).toBe('a.md 3');
    expect(await read(bytesOf('one'), 'a.md')).toBe('a.md 3');
    expect(await read(bytesOf('two'), 'a.md')).toBe('a.md 3');
    expect(await read(bytesOf('one'), 'b.md')).toBe('b.md 3');
    expect(asked).toEqual(['a.md', 'a.md', 'b.md']);
  });

  it('reads a note anew at most once where the way of hashing changes between two readings', async () => {
    const { rememberByBytes: fresh } = await freshModule();
    let reads = 0;
    const read = fresh(async () => ++reads);
    const note = bytesOf('one');
    for (let i = 0; i < 3; i++) await read(note.slice(), 'a.md');
    await read(new Uint8Array(65_537), 'large.md');
    for (let i = 0; i < 3; i++) await read(note.slice(), 'a.md');
    expect(reads).toBe(3);
  });

  it('gives what reading gives, whatever was read before', async () => {
    const notes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'a b'), fc.constantFrom('', 'x', 'y', ' x')));
    await fc.assert(
      fc.asyncProperty(notes, async (all) => {
        const plain = async (bytes: Uint8Array, path: string) => `${path}|${new TextDecoder().decode(bytes)}`;
        const read = rememberByBytes(plain, undefined, 2);
        for (const [path, text] of all)
          expect(await read(bytesOf(text), path)).toBe(await plain(bytesOf(text), path));
      }),
    );
  });

  it('keeps as many as weigh no more than it may, whoever reads them at once', async () => {
    let reads = 0;
    const read = rememberByBytes(
      async (bytes) => {
        reads++;
        return bytes.length;
      },
      undefined,
      10,
      (length) => length,
    );
    const ask = (text: string) => read(bytesOf(text), 'a');
    expect(await Promise.all(['1234', '1234', '12345'].map(ask))).toEqual([4, 4, 5]);
    expect(reads).toBe(3);
    for (const text of ['1234', '12345']) await ask(text);
    expect(reads).toBe(3);
    // It weighs as much as all of them: the oldest goes, and what is asked for again is the youngest.
    await ask('12');
    await ask('12345');
    expect(reads).toBe(4);
    await ask('1234');
    expect(reads).toBe(5);
    // Heavier than all of them may be: it is not kept, and the others stay.
    await ask('12345678901');
    await ask('12345678901');
    expect(reads).toBe(7);
    for (const text of ['1234', '12345']) await ask(text);
    expect(reads).toBe(7);
  });

  it('keeps nothing that may not be kept, nothing that failed, and no more than it may', async () => {
    let reads = 0;
    const read = rememberByBytes(
      async (_, path) => {
        reads++;
        if (path === 'broken.md') throw new Error('broken');
        return path;
      },
      (path) => path !== 'secret.md',
      2,
    );
    for (const path of ['secret.md', 'secret.md']) await read(bytesOf('x'), path);
    for (let i = 0; i < 2; i++) await expect(read(bytesOf('x'), 'broken.md')).rejects.toThrow('broken');
    expect(reads).toBe(4);
    for (const path of ['a', 'b', 'a', 'c', 'a', 'b']) await read(bytesOf('x'), path);
    expect(reads).toBe(8);
  });
});
