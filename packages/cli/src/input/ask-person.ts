import { createInterface } from 'node:readline/promises';
import type { Writable } from 'node:stream';
import type { CliIo } from '../cli-io.ts';
import { toTerminalText } from '../output/to-terminal-text.ts';

/** True if a person is there to answer. */
export function isPersonThere({ stdin, stderr }: CliIo): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks a question on the terminal; false for anything except a yes. */
export async function askPerson(text: string, io: CliIo): Promise<boolean> {
  const question = createInterface({ input: io.stdin, output: io.stderr as Writable });
  try {
    return /^\s*y(?:es)?\s*$/i.test(
      await question.question(`${toTerminalText(text)} [y/N] `, { signal: io.signal }),
    );
  } finally {
    question.close();
  }
}
