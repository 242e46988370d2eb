import { CommanderError } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { readFlag } from '../input/read-option.ts';
import { createOutput } from '../output/create-output.ts';
import { reportError } from '../output/report-error.ts';
import { toTerminalText } from '../output/to-terminal-text.ts';
import { buildProgram } from './build-program.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-code.ts';

/** Runs one command line and gives its exit code. The one place where errors become words and numbers. */
export async function runCli(given: readonly string[], io: CliIo): Promise<ExitCode> {
  // `pnpm memora -- index` hands the dashes on.
  const argv = given[0] === '--' ? given.slice(1) : given;
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
        const output = createOutput(io, {
          json: readFlag(options, 'json'),
          quiet: readFlag(options, 'quiet'),
        });
        exitCode = await run({ args, options, io, output });
      },
      argv[0],
    );
    if (argv[0] === '--version' || argv[0] === '-V' || argv[0] === '-v') {
      const { readVersion } = await import('../read-version.ts');
      io.stdout.write(`${await readVersion()}\n`);
      return EXIT.done;
    }
    if (argv.length === 0) {
      program.outputHelp({ error: true });
      return EXIT.usage;
    }
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    reportError(error, io, { json });
    return exitCodeOf(error);
  }
}
