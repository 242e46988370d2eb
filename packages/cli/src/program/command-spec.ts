import type { CliIo } from '../cli-io.ts';
import type { Output } from '../output/create-output.ts';
import type { ExitCode } from './exit-code.ts';

/** One option of a command, in commander's notation. */
export interface OptionSpec {
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
}

/** One row of the command table. The code of a command is loaded only when it is run. */
export interface CommandSpec {
  /** `index`, or `claims list` for a command of a group. */
  readonly name: string;
  /** Another last word of its name, which works too: the one it had before, or that of the engine. */
  readonly alias?: string;
  readonly summary: string;
  /** Arguments in commander's notation: `<text...>`, `[file]`. */
  readonly args?: string;
  /** What the first argument may be, where there is a list. */
  readonly argChoices?: readonly string[];
  readonly options?: readonly OptionSpec[];
  readonly example: string;
  /** What it gives with `--json`, in words: for the reference, where no example can run. */
  readonly gives?: string;
  /** True where its result may be longer than a screen: on a terminal it is shown in the pager of the person. */
  readonly pages?: boolean;
  readonly load: () => Promise<CommandRun>;
}

/** What a command does. It writes through `output` and ends with an exit code; it never exits the process. */
export type CommandRun = (context: CommandContext) => Promise<ExitCode>;

/** What a command is given. */
export interface CommandContext {
  readonly args: readonly string[];
  readonly options: CommandOptions;
  readonly io: CliIo;
  readonly output: Output;
}

/** Options as commander read them: camel-cased names, text, `true`, or absent. */
export type CommandOptions = Readonly<Record<string, unknown>>;
