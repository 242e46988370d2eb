/**
 * `node answer-questions.ts ENGINE < request.json`: indexes a vault with the named engine, asks the questions and prints one line of
 * JSON for each. Imports nothing else of this repository except the code that reads an answer, so that any build can be tested.
 */
import { text } from 'node:stream/consumers';
import type { AskRequest } from './ask-in-child.ts';
import { type ReadableAnswer, readShownPassages } from './read-shown-passages.ts';

interface AnyEngine {
  readonly openMemory: (options: object) => Promise<{
    readonly index: (options: object) => Promise<unknown>;
    readonly ask: (question: string) => Promise<ReadableAnswer>;
    readonly close: () => Promise<void>;
  }>;
}

const { openMemory } = (await import(process.argv[2] as string)) as AnyEngine;
const { vault, config, questions, now } = JSON.parse(await text(process.stdin)) as AskRequest;
const memory = await openMemory({
  vault,
  env: { MEMORA_CONFIG_DIR: config },
  ...(now === undefined ? {} : { now: () => new Date(now) }),
});
await memory.index({ writeNotes: false });
for (const question of questions) {
  const answer = await memory.ask(question.text);
  const shown = { id: question.id, units: readShownPassages(answer), asOf: answer.asOf ?? null };
  process.stdout.write(`${JSON.stringify(shown)}\n`);
}
await memory.close();
