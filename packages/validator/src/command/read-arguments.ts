import { parseArgs } from 'node:util';
import type { MemoraError } from '@memora/core';
import { ValidatorError } from '../contract/validator-error.ts';
import type { MarkerStyle } from '../documents/read-markers.ts';

/** The output format of a report. */
type CheckFormat = 'text' | 'json' | 'sarif' | 'junit' | 'html';

/** The parsed arguments of `check`. */
export interface CheckArguments {
  /** The file with the answer; `-` for standard input. */
  readonly answer: string;
  readonly sources: readonly string[];
  readonly markers: readonly MarkerStyle[];
  readonly format: CheckFormat;
  readonly allowUncited: boolean;
  readonly allowAltered: boolean;
}

const FORMATS: readonly CheckFormat[] = ['text', 'json', 'sarif', 'junit', 'html'];
const STYLES = ['number', 'footnote', 'lenticular', 'named', 'file', 'tag'] as const;

export const HELP = `memora-validator check ANSWER --sources GLOB

Checks the citations of an answer against documents, without a vault. ANSWER is a file, or - for standard input.

Options:
  --sources <glob>    The documents; repeat it for more. [1] is the first document in the order of their paths.
  --markers <styles>  How the answer marks its sources: ${STYLES.join(',')} (default: all of them)
  --format <format>   ${FORMATS.join('|')} (default: text)
  --allow-uncited     A statement without a citation is not a problem.
  --allow-altered     Nearly the words of a document, or a part of a sentence of it, is not a problem.
  --help, --version

Exits 0 if nothing is wrong, 1 if a check failed, 2 for a wrong command line, 4 if a file can't be read.

Example:
  npx @memora/validator check answer.md --sources 'docs/**/*.md' --format sarif
`;

/** Parses the command line. Throws `MemoraError` `USAGE`; returns `help` or `version` if requested. */
export function readArguments(args: readonly string[]): CheckArguments | 'help' | 'version' {
  const { values, positionals } = parse(args);
  if (values.help === true || args.length === 0) return 'help';
  if (values.version === true) return 'version';
  const [command, answer, ...more] = positionals;
  if (command !== 'check')
    throw usage(`unknown command ${JSON.stringify(command ?? '')}`, 'Use `check`: see --help.');
  if (answer === undefined)
    throw usage('check has nothing to check', 'Name the file of the answer, or - for standard input.');
  if (more.length > 0)
    throw usage('check takes one answer', 'Quote the glob of --sources, so that your shell leaves it alone.');
  if (values.sources === undefined)
    throw usage('check has no documents', "Name them: --sources 'docs/**/*.md'");
  return {
    answer,
    sources: values.sources,
    markers: readStyles(values.markers),
    format: oneOf('--format', values.format ?? 'text', FORMATS),
    allowUncited: values['allow-uncited'] === true,
    allowAltered: values['allow-altered'] === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        sources: { type: 'string', multiple: true },
        markers: { type: 'string' },
        format: { type: 'string' },
        'allow-uncited': { type: 'boolean' },
        'allow-altered': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (cause) {
    throw usage((cause as Error).message, 'See --help.', cause);
  }
}

function readStyles(written: string | undefined): readonly MarkerStyle[] {
  if (written === undefined) return STYLES;
  return written.split(',').map((style) => oneOf('--markers', style.trim(), STYLES));
}

function oneOf<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined)
    throw usage(`${option} can't be ${JSON.stringify(value)}`, `Use one of ${choices.join(', ')}.`);
  return choice;
}

function usage(message: string, hint: string, cause?: unknown): MemoraError {
  return new ValidatorError(message, { code: 'USAGE', hint, cause });
}
