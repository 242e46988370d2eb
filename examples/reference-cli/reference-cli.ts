/**
 * A memory on the command line in one file, on nothing but the public API of the packages:
 *
 *   node reference-cli.ts FOLDER index
 *   node reference-cli.ts FOLDER ask "when did the gateway move?"
 *   node reference-cli.ts FOLDER check < answer.md
 *   node reference-cli.ts FOLDER note inbox "Title" < body.md
 *
 * Exit codes: 0 done, 1 the check failed or nothing was found, 2 wrong usage or a vault that can't be opened.
 */
import { text } from 'node:stream/consumers';
import { MemoraError } from '@memora/core';
import { type Memory, openMemory } from '@memora/engine';

type Command = (memory: Memory, args: readonly string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async index(memory) {
    const { report } = await memory.index();
    console.log(`${report.notes} notes, ${report.claims} claims, ${report.failed} failed`);
    for (const failure of report.failures) console.error(`${failure.note}: ${failure.code}`);
    return report.failed === 0 ? 0 : 1;
  },

  async ask(memory, [question = '']) {
    // This program shows answers to whoever runs it: it leaves out what is secret.
    const answer = await memory.ask(question, { bands: ['public', 'private'] });
    if (answer.cleanText === '') {
      console.log('The notes do not say.');
      return 1;
    }
    console.log(answer.cleanText);
    for (const check of answer.report.checks) {
      console.log(
        `  ${check.status}  ${check.claimId}  ${check.notePath}  bytes ${check.span?.start}-${check.span?.end}`,
      );
    }
    return 0;
  },

  async check(memory) {
    const report = await memory.verify(await text(process.stdin));
    console.log(`${report.verdict}: ${report.verifiedCount} of ${report.checks.length} citations hold`);
    for (const check of report.checks) console.log(`  ${check.status}  ${check.claimId}  ${check.reason}`);
    return report.verdict === 'verified' ? 0 : 1;
  },

  async note(memory, [region = 'default', summary = 'Untitled']) {
    const { path } = await memory.capture({ region, summary, body: await text(process.stdin) });
    console.log(`wrote ${path}`);
    return 0;
  },
};

const [vault, name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];

if (vault === undefined || command === undefined) {
  console.error(`usage: reference-cli.ts FOLDER ${Object.keys(COMMANDS).join('|')} [argument …]`);
  process.exitCode = 2;
} else {
  try {
    await using memory = await openMemory({ vault });
    process.exitCode = await command(memory, args);
  } catch (error) {
    if (!MemoraError.isInstance(error)) throw error;
    console.error(`${error.message}${error.hint === undefined ? '' : `\n${error.hint}`}`);
    process.exitCode = 2;
  }
}
