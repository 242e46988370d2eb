import type { Writable } from 'node:stream';
import { type CANCEL_SYMBOL, confirm, isCancel, multiselect, select, text } from '@clack/prompts';
import type { CliIo } from '../cli-io.ts';
import { toTerminalText } from '../output/to-terminal-text.ts';
import type { AgentClient } from './clients/client-table.ts';

/** The questions of a setup, asked on a terminal. Null is Ctrl-C or Escape. */
export interface SetupQuestions {
  readonly vault: (found: readonly string[]) => Promise<string | null>;
  readonly clients: (found: readonly AgentClient[]) => Promise<readonly AgentClient[] | null>;
  readonly mayWrite: (message: string) => Promise<boolean | null>;
  readonly question: (suggested: string) => Promise<string | null>;
}

const ELSEWHERE = '';

/** Opens the questions on a terminal. */
export function askSetup(io: CliIo): SetupQuestions {
  const on = { input: io.stdin, output: io.stderr as Writable, signal: io.signal };
  const orNull = <Value>(answer: Value | typeof CANCEL_SYMBOL): Value | null =>
    isCancel(answer) ? null : (answer as Value);
  const askFolder = async () =>
    orNull(
      await text({
        ...on,
        message: 'Which folder contains your notes?',
        placeholder: '~/notes',
        validate: (value) => (value?.trim() ? undefined : 'Name a folder.'),
      }),
    );
  return {
    vault: async (found) => {
      if (found.length === 0) return askFolder();
      const chosen = orNull(
        await select({
          ...on,
          message: 'Which notes?',
          options: [
            ...found.map((path) => ({ value: path, label: toTerminalText(path) })),
            { value: ELSEWHERE, label: 'Another folder' },
          ],
        }),
      );
      return chosen === ELSEWHERE ? askFolder() : chosen;
    },
    clients: async (found) => {
      const ids = orNull(
        await multiselect({
          ...on,
          message: 'Which agents may use them?',
          options: found.map(({ id, title }) => ({ value: id, label: title })),
          initialValues: found.map(({ id }) => id),
          required: false,
        }),
      );
      return ids === null ? null : found.filter(({ id }) => ids.includes(id));
    },
    mayWrite: async (message) => orNull(await confirm({ ...on, message })),
    question: async (suggested) =>
      orNull(
        await text({
          ...on,
          message: 'What do you want to ask your notes?',
          placeholder: toTerminalText(suggested),
          defaultValue: suggested,
        }),
      ),
  };
}
