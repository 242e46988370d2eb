import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createByteLookup, openWordTableFile } from './word-table-file.ts';

const TABLE = fileURLToPath(new URL('../../assets/word-table.bin', import.meta.url));

describe('a word table', () => {
  test('gives the same vector from the file and, after many words, from memory', () => {
    const words = ['physician', 'harbour', 'nine', 'the'];
    const table = openWordTableFile(TABLE);
    const early = words.map((word) => table.find(word));
    for (let i = 0; i < 300; i++) table.find('salt');
    expect(words.map((word) => table.find(word))).toEqual(early);
    expect(early.every((found) => found?.components.some((each) => each !== 0))).toBe(true);
  });

  test('finds every word of its list by its bytes, and no part of one', () => {
    const bytes = readFileSync(TABLE);
    const start = 4 + bytes.readUInt32LE(0);
    const { wordBytes } = openWordTableFile(TABLE).header;
    const list = bytes.subarray(start, start + wordBytes);
    const find = createByteLookup(list);
    const words = list.toString().split('\n');
    const sample = words.flatMap((word, i) =>
      i % 97 === 0 || i === words.length - 1 ? [[word, i] as const] : [],
    );
    expect(sample.map(([word]) => find(word))).toEqual(sample.map(([, i]) => i));
    expect(['', 'physicia', 'the\nto', 'zyzzyvax'].map((word) => find(word))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut', (bytes) => bytes.subarray(0, bytes.length - 1)],
    [
      'of another format',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('word-table-1', 'word-table-9'), 'latin1'),
    ],
  ])('that is %s is refused with a remedy', (_, harm) => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-table-'));
    try {
      const path = join(folder, 'table.bin');
      writeFileSync(path, harm(readFileSync(TABLE)));
      expect(() => openWordTableFile(path)).toThrow(
        expect.objectContaining({ code: 'WORD_TABLE_INVALID', hint: expect.stringContaining('Install') }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
