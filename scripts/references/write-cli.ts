import { GLOBAL_OPTIONS, GROUP_SUMMARY } from '../../packages/cli/src/program/build-program.ts';
import type { CommandSpec } from '../../packages/cli/src/program/command-spec.ts';
import { COMMANDS } from '../../packages/cli/src/program/command-table.ts';
import { EXIT } from '../../packages/cli/src/program/exit-code.ts';
import { table } from './table.ts';

const EXIT_TEXTS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'Done.',
  checkFailed:
    'A check failed: `verify`, `doctor`, `privacy audit`, or a question that nothing verified answers.',
  usage: 'The command line or the config is wrong.',
  partial: 'Some notes failed. The work on the others is kept.',
  cannotOpen: 'The vault or its database cannot be opened.',
  interrupted: 'You stopped it.',
};

/** `docs/reference/cli.md`: every command with its arguments, options and an example. */
export function writeCliReference(): string {
  return [
    '# Commands',
    '',
    'Results go to stdout, everything else to stderr. Secret text is `[redacted]` unless a command has `--reveal` and you give it.',
    '',
    '## Options of every command',
    '',
    ...optionTable(GLOBAL_OPTIONS.map(([flags, description]) => ({ flags, description }))),
    '',
    '## Exit codes',
    '',
    ...table(
      ['code', 'meaning'],
      Object.entries(EXIT).map(([name, code]) => [`${code}`, EXIT_TEXTS[name as keyof typeof EXIT]]),
    ),
    '',
    ...COMMANDS.flatMap(sectionOf),
  ].join('\n');
}

function sectionOf({ name, alias, summary, args, argChoices, options = [], example }: CommandSpec): string[] {
  const group = GROUP_SUMMARY[name.split(' ')[0] ?? ''];
  return [
    `## \`memora ${name}${args === undefined ? '' : ` ${args}`}\``,
    '',
    `${toSentence(summary)}${group === undefined || !name.includes(' ') ? '' : ` (Group \`${name.split(' ')[0]}\`: ${group}.)`}`,
    '',
    ...(argChoices === undefined
      ? []
      : [`The argument is one of ${argChoices.map((each) => `\`${each}\``).join(', ')}.`, '']),
    ...(options.length === 0 ? [] : [...optionTable(options), '']),
    ...(alias === undefined
      ? []
      : [`\`memora ${[...name.split(' ').slice(0, -1), alias].join(' ')}\` is the same command.`, '']),
    '```sh',
    example,
    '```',
    '',
  ];
}

function optionTable(
  options: readonly { flags: string; description: string; choices?: readonly string[] }[],
): string[] {
  return table(
    ['option', 'what it does'],
    options.map(({ flags, description, choices }) => [
      `\`${flags}\``,
      `${toSentence(description)}${choices === undefined ? '' : ` One of ${choices.map((each) => `\`${each}\``).join(', ')}.`}`,
    ]),
  );
}

function toSentence(text: string): string {
  const first = /^[a-z]+\b/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
