import { expect, test } from 'vitest';
import { checkFolders } from './large-folders.ts';

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${folder}/file-${i}.ts`);

test('a folder of more than fifteen files is refused without a reason', () => {
  expect(checkFolders(files('packages/x/src/rooms', 15), {})).toEqual([]);
  expect(checkFolders(files('packages/x/src/rooms', 16), {})).toEqual([
    'packages/x/src/rooms  16 files; past 15 it is two folders, or scripts/large-folders.ts has a reason',
  ]);
  expect(
    checkFolders(files('packages/x/src/rooms', 16), { 'packages/x/src/rooms': 'a file is a room' }),
  ).toEqual([]);
});

test('tests and the files of folders below do not count', () => {
  const tests = files('packages/x/src', 20).map((file) => file.replace('.ts', '.test.ts'));
  expect(
    checkFolders([...tests, ...files('packages/x/src', 15), ...files('packages/x/src/low', 15)], {}),
  ).toEqual([]);
});

test('an unneeded reason is refused', () => {
  expect(checkFolders(files('bench', 15), { bench: 'a file is a benchmark' })).toEqual([
    'bench  needs no reason in scripts/large-folders.ts any more',
  ]);
});
