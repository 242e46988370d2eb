import { CommanderError } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { readFlag } from '../input/read-option.ts';
import { createOutput } from '../output/create-output.ts';
import { reportError } from '../output/report-error.ts';
import { toTerminalText } from '../output/to-terminal-text.ts';
import { beginsCommand, buildProgram } from './build-program.ts';
import type { CommandContext, CommandSpec } from './command-spec.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts';

/** Sends commands about a team to its server, if one is named. */
async function askServer(name: string, context: CommandContext): Promise<ExitCode | null> {
  return (await import('../commands/team/ask-by-server.ts')).askByServer(name, context);
}

/** Runs one command line and returns its exit code. Errors become messages and exit codes only here. */
export async function runCli(given: readonly string[], io: CliIo): Promise<ExitCode> {
  // `pnpm memora -- index` passes the dashes on.
  const words = given[0] === '--' ? given.slice(1) : given;
  const argv = isQuestion(words) ? ['query', ...words] : words;
  let exitCode: ExitCode = EXIT.done;
  const json = argv.includes('--json');
  try {
    const program = buildProgram(
      {
        out: (text) => io.stdout.write(text),
        err: (text) => io.stderr.write(toTerminalText(text)),
      },
      async (spec, args, options) => {
        const run = await spec.load();
        const json = readFlag(options, 'json');
        const output = createOutput(io, {
          json,
          quiet: readFlag(options, 'quiet'),
          ...(io.stdout.isTTY === true && !json ? await loadTerminal(io, spec) : {}),
        });
        try {
          const context = { args, options, io, output };
          const served = readFlag(options, 'team') ? await askServer(spec.name, context) : null;
          exitCode = served ?? (await run(context));
        } finally {
          await output.flush();
        }
      },
      argv[0],
    );
    if (argv[0] === '--version' || argv[0] === '-V' || argv[0] === '-v') {
      const { readVersion } = await import('../read-version.ts');
      io.stdout.write(`${await readVersion()}\n`);
      return EXIT.done;
    }
    if (namesOnlyVault(argv) && (await isAtVault(argv, io))) {
      await program.parseAsync(['chat', ...argv], { from: 'user' });
      return exitCode;
    }
    if (argv.length === 0) {
      program.outputHelp({ error: true });
      return EXIT.usage;
    }
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    // A coding agent treats any hook exit code other than 0 as a reason to stop the person's work.
    const isHook = argv[0] === 'memory' && argv[1] === 'hook';
    if (error instanceof CommanderError) return isHook || error.exitCode === 0 ? EXIT.done : EXIT.usage;
    reportError(error, io, { json });
    return isHook ? EXIT.done : exitCodeOf(error);
  }
}

/**
 * `memora "Who leads the project?"` asks a question, also with options before it: no command name contains a
 * blank or punctuation. If the text with a blank follows a command name, options were placed before the
 * command, and the line is refused instead of being treated as a question.
 */
function isQuestion(words: readonly string[]): boolean {
  const [first = ''] = words;
  if (!first.startsWith('-')) return !/^[a-z-]*$/iu.test(first);
  const plain = words.filter((word, i) => !word.startsWith('-') && words[i - 1] !== '--vault');
  const asked = plain.findIndex((word) => word.includes(' '));
  return asked !== -1 && !plain.slice(0, asked).some(beginsCommand);
}

/** Modules that are loaded only for a person at a terminal. */
async function loadTerminal(io: CliIo, { pages }: CommandSpec) {
  const { TERMINAL } = await import('../output/terminal/load-terminal.ts');
  if (pages !== true) return { terminal: TERMINAL };
  const { findPager, showInPager } = await import('../output/terminal/open-pager.ts');
  const pager = findPager(io);
  return {
    terminal: TERMINAL,
    page: pager === null ? null : (text: string) => showInPager(text, pager, io.env),
  };
}

/** True for `memora`, `memora --vault FOLDER` and `memora --vault=FOLDER`. */
function namesOnlyVault(argv: readonly string[]): boolean {
  const [first = '', second] = argv;
  if (argv.length === 2) return first === '--vault' && second?.startsWith('-') === false;
  return argv.length === 0 || (argv.length === 1 && first.startsWith('--vault='));
}

/**
 * True if `memora` without a command starts a conversation: a person is at the terminal, and it is clear which
 * notes are meant.
 */
async function isAtVault(argv: readonly string[], io: CliIo): Promise<boolean> {
  if (io.stdout.isTTY !== true || io.stdin.isTTY !== true) return false;
  if (argv.length > 0) return true;
  const { resolveVault } = await import('../input/resolve-vault.ts');
  return resolveVault({ options: {}, io }).then(
    () => true,
    () => false,
  );
}
