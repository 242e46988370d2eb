import { expect, it } from 'vitest';
import { checkCommentWords, checkPageWords, checkShownWords } from './retired-words.ts';

it('refuses a retired word in a page, with its line, and lets names be', () => {
  expect(checkPageWords('README.md', 'One.\nWhat wants a look today.')).toEqual([
    'README.md:2  "wants a look" is retired: needs attention',
  ]);
  expect(checkPageWords('README.md', '0600 unless told')).toHaveLength(1);
  expect(checkPageWords('README.md', '`createDoor` is its former name; [a door](docs/door.md)')).toHaveLength(
    1,
  );
  expect(checkPageWords('README.md', 'See `openDoor()` and [egress](docs/door.md).')).toEqual([]);
});

it('refuses it in comments of an example, and lets its code be', () => {
  expect(checkPageWords('README.md', '```sh\nmemora door\n```')).toEqual([]);
  expect(checkPageWords('README.md', '```sh\nmemora demo  # a throwaway vault\n```')).toHaveLength(1);
});

it('refuses it in hints, errors and help, and lets other source be', () => {
  const path = 'packages/cli/src/a.ts';
  expect(checkShownWords(path, "throw usageError('so many are', {\n  hint: 'Mend it.' });")).toHaveLength(2);
  expect(checkShownWords(path, "description: 'at most so many'")).toHaveLength(1);
  expect(checkShownWords(path, "new MemoraError(\n  'unless told',")).toHaveLength(1);
  expect(
    checkShownWords(
      path,
      "  throw new MemoraError({\n    code: 'A',\n    reason,\n    hint,\n    message: 'the seat is gone',\n  });",
    ),
  ).toHaveLength(1);
  expect(checkShownWords(path, "const told = read('told');\n// told")).toEqual([]);
  expect(checkShownWords('packages/cli/src/a.test.ts', "hint: 'told'")).toEqual([]);
});

it('refuses it in comments of published source, and lets tests, names and code be', () => {
  const path = 'packages/cli/src/a.ts';
  expect(checkCommentWords(path, 'const a = 1;\n/** Ten unless told. */\n// this mends it')).toEqual([
    'packages/cli/src/a.ts:2  "unless told" is retired: "by default"',
    'packages/cli/src/a.ts:3  "mends" is retired: repair or fix',
  ]);
  expect(checkCommentWords(path, '/** `openDoor` */\nconst door = "// a door";')).toEqual([]);
  expect(checkCommentWords('packages/cli/src/a.test.ts', '// a door')).toEqual([]);
});
