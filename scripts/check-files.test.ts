import { expect, it } from 'vitest';
import { applyAllowances, findFileAccess } from './check-files.ts';

const found = (source: string, file = 'packages/x/src/a.ts') =>
  findFileAccess(file, source).map((finding) => `${finding.line} ${finding.found}`);

it.each([
  ["import { writeFileSync } from 'node:fs';", ['1 writeFileSync']],
  ["import { readFile, rm } from 'node:fs/promises';", ['1 rm']],
  ["import {\n  readFile,\n  appendFile as add,\n} from 'fs/promises';", ['1 appendFile']],
  ["import * as fs from 'node:fs';", ['1 *']],
  ["import fs from 'fs';", ['1 *']],
  ["import fs, { readFileSync } from 'fs';", ['1 *']],
  ["import { promises } from 'node:fs';", ['1 promises']],
  ["import { open } from 'node:fs/promises';", ['1 open']],
  ["import { openSync } from 'node:fs';", ['1 openSync']],
  ["const fs = await import('node:fs');", ["1 import('node:fs')"]],
  ["const fs = require('fs');", ["1 require('fs')"]],
  ["const fs = process.getBuiltinModule('node:fs');", ["1 getBuiltinModule('node:fs')"]],
  ["export { rmSync } from 'node:fs';", ["1 export { rmSync } from 'node:fs'"]],
])('finds what writes in %j', (source, expected) => {
  expect(found(source)).toEqual(expected);
});

it.each([
  "import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs';",
  "import { lstat, readdir, readFile } from 'node:fs/promises';",
  "import type { WriteStream } from 'node:fs';",
  "import { writeWholeFile } from '@memora/privacy/files';",
])('finds nothing in %j', (source) => {
  expect(found(source)).toEqual([]);
});

it('lets the module itself write', () => {
  const source = "import { writeFileSync } from 'node:fs';";
  expect(found(source, 'packages/privacy/src/files/fill-file.ts')).toEqual([]);
  expect(found(source, 'packages/privacy/src/door/fill-file.ts')).toEqual(['1 writeFileSync']);
});

it('reports an exception that is not needed, and covers no other name', () => {
  const finding = { file: 'a.ts', line: 1, found: 'rm' };
  const entry = { file: 'a.ts', names: ['rm'], why: 'test' };
  expect(applyAllowances([finding], [entry])).toEqual([]);
  expect(applyAllowances([], [entry])).toHaveLength(1);
  expect(applyAllowances([{ ...finding, found: 'cp' }], [entry])).toHaveLength(2);
});
