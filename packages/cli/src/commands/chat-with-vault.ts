import { createInterface } from 'node:readline/promises';
import type { Writable } from 'node:stream';
import type { AskedBefore } from '@memora/engine';
import { isPersonThere } from '../input/ask-person.ts';
import { readFlag } from '../input/read-option.ts';
import { readRegion } from '../input/read-region.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { printReply } from './print-reply.ts';
import { refreshFirst } from './refresh-first.ts';

/** The number of earlier questions of a chat that a model sees to complete the next one. */
const REMEMBERED = 6;

const HELP = 'Ask your notes. `exit` or Ctrl-D ends the chat; --proof shows every cited line.';

const LEAVES = /^(?:exit|quit|bye|:q)$/iu;

/**
 * Answers one question per line with one open memory and the current notes. Ends at `exit` or the end of the
 * input. In a pipe it returns 0 if each question was answered.
 */
export async function chatWithVault(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const reveal = readFlag(options, 'reveal');
  await using memory = await openCliMemory(context);
  await refreshFirst(memory, context);
  const region = await readRegion(options, memory);
  const isPerson = isPersonThere(io);
  const lines = createInterface({
    input: io.stdin,
    ...(isPerson ? { output: io.stderr as Writable, prompt: '\n? ' } : {}),
  });
  const leave = () => lines.close();
  io.signal.addEventListener('abort', leave, { once: true });
  lines.on('SIGINT', leave);
  if (isPerson) output.note(HELP);
  let found = true;
  const before: AskedBefore[] = [];
  try {
    lines.prompt();
    for await (const line of lines) {
      const question = line.trim();
      if (LEAVES.test(question)) break;
      if (question === '/help') output.note(HELP);
      else if (question !== '') {
        await refreshFirst(memory, context);
        const asked = {
          signal: io.signal,
          before: before.slice(-REMEMBERED),
          ...(region === undefined ? {} : { region }),
          // Secret claims are found only with --reveal, because a hit would confirm a guessed word.
          ...(reveal ? {} : { bands: ['public', 'private'] as const }),
        };
        const tell = (answer: string) => before.push({ question, answer });
        found = (await printReply(question, asked, memory, context, tell)) === EXIT.done && found;
      }
      if (isPerson) lines.prompt();
    }
  } finally {
    lines.close();
    io.signal.removeEventListener('abort', leave);
  }
  if (io.signal.aborted) return EXIT.interrupted;
  return isPerson || found ? EXIT.done : EXIT.checkFailed;
}
