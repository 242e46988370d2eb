import { existsSync } from 'node:fs';
import { escapeTreacherous } from '@memora/language/text';
import type { CliIo, OutputStream } from '../cli-io.ts';
import { toLinked, toStyled, toTerminalText } from './to-terminal-text.ts';

/** The CLI's styles. Only this code decides whether they are shown. */
export type Style =
  | 'bold'
  | 'dim'
  | 'italic'
  | 'strikethrough'
  | 'red'
  | 'green'
  | 'yellow'
  | 'cyan'
  | 'inverse'
  | 'underline';

/** Functions that only a terminal needs; loaded for one (`terminal/load-terminal.ts`). */
export interface Terminal {
  readonly widthOf: (text: string) => number;
  readonly wrap: (text: string, columns: number) => string;
  readonly renderMarkdown: (text: string, output: Pick<Output, 'style'>) => string;
}

/** The output of a command. Results go to stdout, everything else to stderr. */
export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** A line of the result, for people; not printed with `--json`. */
  readonly line: (text?: string) => void;
  /** A line that is not wrapped on a terminal, because code is copied from there. */
  readonly verbatim: (text: string) => void;
  /** The result, for programs; not printed without `--json`. */
  readonly payload: (value: unknown) => void;
  /** One of many results, for programs: always one line. */
  readonly event: (value: unknown) => void;
  /** Useful information besides the result; silent under `--quiet`. */
  readonly note: (text: string) => void;
  /** A problem that did not stop the command; shown even under `--quiet`. */
  readonly warn: (text: string) => void;
  /** Colour for stdout, on a terminal that supports it. */
  readonly style: (style: Style | readonly Style[], text: string) => string;
  readonly styleError: (style: Style | readonly Style[], text: string) => string;
  /** A link that opens a file at a line, on a terminal that supports it; plain text elsewhere. */
  readonly link: (text: string, file: string, line: number) => string;
  /** The Markdown of a statement, rendered for a terminal; unchanged elsewhere. */
  readonly markdown: (text: string) => string;
  /** The width of a text in columns. */
  readonly widthOf: (text: string) => number;
  /** Writes the text that was collected for a pager; does nothing if there is no pager. */
  readonly flush: () => Promise<void>;
}

/** The options of a run's output. */
interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Null if stdout is not a terminal. */
  readonly terminal?: Terminal | null;
  /** Shows a text that is longer than the screen; lines are collected for it. */
  readonly page?: ((text: string) => Promise<boolean>) | null;
}

/** Creates the output of one run. */
export function createOutput(io: CliIo, options: OutputOptions): Output {
  const { terminal = null, page = null } = options;
  const stdoutColour = wantsColour(io.stdout, io.env);
  const stderrColour = wantsColour(io.stderr, io.env);
  const theme = readTheme(io.env);
  const styleOn = (colour: boolean) => (style: Style | readonly Style[], text: string) =>
    colour ? toStyled(style, text, theme) : text;
  const columns = io.stdout.columns || 80;
  const held: string[] = [];
  const write = (text: string) => {
    if (page === null) io.stdout.write(text);
    else held.push(text);
  };
  const style = styleOn(stdoutColour);
  return {
    json: options.json,
    quiet: options.quiet,
    line: (text = '') => {
      if (options.json) return;
      const shown = toTerminalText(text);
      write(`${terminal === null ? shown : terminal.wrap(shown, columns)}\n`);
    },
    verbatim: (text) => {
      if (!options.json) write(`${toTerminalText(text)}\n`);
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
    style,
    styleError: styleOn(stderrColour),
    link: (text, file, line) =>
      stdoutColour && terminal !== null && existsSync(file) ? toLinked(text, file, line) : text,
    markdown: (text) => (terminal === null ? text : terminal.renderMarkdown(text, { style })),
    widthOf: (text) => terminal?.widthOf(toTerminalText(text)) ?? text.length,
    flush: async () => {
      const text = held.splice(0).join('');
      if (text === '') return;
      const isLong = text.split('\n').length > (io.stdout.rows || 24);
      if (page === null || !isLong || !(await page(text))) io.stdout.write(text);
    },
  };
}

/** Returns whether the terminal is light, if it says so with `COLORFGBG`. */
function readTheme(env: CliIo['env']): 'light' | 'dark' {
  const background = Number(/;(\d+)$/u.exec(env['COLORFGBG'] ?? '')?.[1] ?? 0);
  return background === 7 || background === 15 ? 'light' : 'dark';
}

/** JSON with a line feed. Terminal control characters are escaped, which does not change the value. */
export function toJsonLines(value: unknown, indent?: number): string {
  return `${escapeTreacherous(JSON.stringify(value, null, indent))}\n`;
}

/** Colour on a terminal only, never with `NO_COLOR`, always with `FORCE_COLOR`. */
export function wantsColour(stream: OutputStream, env: CliIo['env']): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] !== undefined) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
