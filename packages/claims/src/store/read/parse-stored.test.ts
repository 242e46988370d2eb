import { MemoraError } from '@memora/core';
import { expect, test } from 'vitest';
import { parseStored, parseStoredRecord, parseStoredTexts } from './parse-stored.ts';

const thrownBy = (run: () => unknown): MemoraError => {
  try {
    run();
  } catch (error) {
    if (error instanceof MemoraError) return error;
  }
  throw new Error('it threw no error of ours');
};

test('what was written is read back', () => {
  expect(parseStored('[1,{"a":2}]')).toEqual([1, { a: 2 }]);
  expect(parseStoredTexts('["Tea","Ale"]')).toEqual(['Tea', 'Ale']);
  expect(parseStoredRecord('{"a":1}')).toEqual({ a: 1 });
  expect(parseStoredRecord(null)).toEqual({});
});

test('a damaged value is a corrupt database, and its words show nowhere', () => {
  const damaged = ['["Tea', 'Tea is hot', '', '\u0000', '{"Tea":'];
  const runs = damaged.flatMap((json) => [
    () => parseStored(json),
    () => parseStoredTexts(json),
    () => parseStoredRecord(json),
  ]);
  for (const run of [
    ...runs,
    () => parseStoredTexts('5'),
    () => parseStoredTexts('[5]'),
    () => parseStoredRecord('[]'),
    () => parseStoredRecord('null'),
  ]) {
    const error = thrownBy(run);
    expect(error.code).toBe('DATABASE_CORRUPT');
    expect(error.hint).toContain('index again');
    expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain('Tea');
  }
});
