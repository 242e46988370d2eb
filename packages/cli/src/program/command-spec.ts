import type * as z from 'zod';
import type { CliIo } from '../cli-io.ts';
import type { Output } from '../output/create-output.ts';
import type { ExitCode } from './exit-code.ts';
import type { HelpGroup } from './help/help-groups.ts';

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
  /** An alias of its last word: the engine's name. */
  readonly alias?: string;
  readonly summary: string;
  /** Arguments in commander's notation: `<text...>`, `[file]`. */
  readonly args?: string;
  /** The values of the first argument, if there is a list. */
  readonly argChoices?: readonly string[];
  readonly options?: readonly OptionSpec[];
  /** The group in the help; only the first row with the same first word sets it. */
  readonly group?: HelpGroup;
  /**
   * A working command line, and the smallest one that does something. Tests, the canary and the reference run
   * it. `~/brain` is the vault.
   */
  readonly example: string;
  /** The commands whose examples run before its own. */
  readonly after?: readonly string[];
  /** The requirements of its example. */
  readonly needs?: 'a database' | 'a model' | 'a person' | 'a stop' | 'input';
  /** True if it changes something, so that a second run has another result. */
  readonly writes?: true;
  /** True if the output of the example differs from run to run; the reference then shows only its type. */
  readonly varies?: true;
  /**
   * The text of notes that its result hides, and the text shown instead. Required if a field may contain text
   * of notes.
   */
  readonly redacted?: string;
  /** Its output with `--json`, one value per line. A function, because most starts need no schema. */
  readonly output?: () => Promise<z.ZodType>;
  /** Why its output has no schema. */
  readonly gives?: string;
  /** True if its result may be longer than a screen; on a terminal it is shown in the user's pager. */
  readonly pages?: boolean;
  readonly load: () => Promise<CommandRun>;
}

/** Runs a command. It writes through `output` and returns an exit code; it never exits the process. */
type CommandRun = (context: CommandContext) => Promise<ExitCode>;

/** The input of a command. */
export interface CommandContext {
  readonly args: readonly string[];
  readonly options: CommandOptions;
  readonly io: CliIo;
  readonly output: Output;
}

/** Options as commander read them: camel-cased names, text, `true`, or absent. */
export type CommandOptions = Readonly<Record<string, unknown>>;
