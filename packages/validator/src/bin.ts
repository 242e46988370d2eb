#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { checkAnswer } from './command/check-answer.ts';

const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
// Not `process.exit`, which could lose output to a pipe.
process.exitCode = await checkAnswer(process.argv.slice(2), {
  folder: process.cwd(),
  version: manifest.version,
  readStandardInput: () => text(process.stdin),
  print: (output) => process.stdout.write(output),
  printError: (output) => process.stderr.write(output),
});
