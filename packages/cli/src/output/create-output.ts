import { escapeTreacherous } from '@memora/language/text';
import type { CliIo, OutputStream } from '../cli-io.ts';
import { toStyled, toTerminalText } from './to-terminal-text.ts';

/** The styles the CLI uses; one place decides whether they are shown. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'inverse' | 'underline';

/** Where a command writes. Results go to stdout, everything said about them to stderr. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** A line of the result, for people; nothing under `--json`. */
  readonly line: (text?: string) => void;
  /** The result, for programs; nothing without `--json`. */
  readonly payload: (value: unknown) => void;
  /** One of many results, for programs: always one line. */
  readonly event: (value: unknown) => void;
  /** Something worth knowing that is not the result; silent under `--quiet`. */
  readonly note: (text: string) => void;
  /** Something that went wrong and was survived; shown even under `--quiet`. */
  readonly warn: (text: string) => void;
  /** Colour for stdout, on a terminal that wants it. */
  readonly style: (style: Style | readonly Style[], text: string) => string;
  readonly styleError: (style: Style | readonly Style[], text: string) => string;
}

/** Makes the writers of one run. */
export function createOutput(
  io: CliIo,
  options: { readonly json: boolean; readonly quiet: boolean },
): Output {
  const stdoutColour = wantsColour(io.stdout, io.env);
  const stderrColour = wantsColour(io.stderr, io.env);
  const styleOn = (colour: boolean) => (style: Style | readonly Style[], text: string) =>
    colour ? toStyled(style, text) : text;
  return {
    json: options.json,
    quiet: options.quiet,
    line: (text = '') => {
      if (!options.json) io.stdout.write(`${toTerminalText(text)}\n`);
    },
    payload: (value) => {
      if (options.json) io.stdout.write(toJsonLines(value, io.stdout.isTTY ? 2 : undefined));
    },
    event: (value) => {
      if (options.json) io.stdout.write(toJsonLines(value));
    },
    note: (text) => {
      if (!options.quiet) io.stderr.write(`${toTerminalText(text)}\n`);
    },
    warn: (text) => {
      io.stderr.write(`${toTerminalText(text)}\n`);
    },
    style: styleOn(stdoutColour),
    styleError: styleOn(stderrColour),
  };
}

/** JSON with a line feed; what would steer a terminal stands in it as escapes, which are the same to a program. */
export function toJsonLines(value: unknown, indent?: number): string {
  return `${escapeTreacherous(JSON.stringify(value, null, indent))}\n`;
}

/** Colour on a terminal only, never with `NO_COLOR`, always with `FORCE_COLOR`. */
export function wantsColour(stream: OutputStream, env: CliIo['env']): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
