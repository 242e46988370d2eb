import { styleText } from 'node:util';
import type { CliIo, OutputStream } from '../cli-io.ts';

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
    colour ? styleText(style as Style[], text, { validateStream: false }) : text;
  return {
    json: options.json,
    quiet: options.quiet,
    line: (text = '') => {
      if (!options.json) io.stdout.write(`${text}\n`);
    },
    payload: (value) => {
      if (options.json) io.stdout.write(`${JSON.stringify(value, null, io.stdout.isTTY ? 2 : undefined)}\n`);
    },
    event: (value) => {
      if (options.json) io.stdout.write(`${JSON.stringify(value)}\n`);
    },
    note: (text) => {
      if (!options.quiet) io.stderr.write(`${text}\n`);
    },
    warn: (text) => {
      io.stderr.write(`${text}\n`);
    },
    style: styleOn(stdoutColour),
    styleError: styleOn(stderrColour),
  };
}

/** Colour on a terminal only, never with `NO_COLOR`, always with `FORCE_COLOR`. */
export function wantsColour(stream: OutputStream, env: CliIo['env']): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
