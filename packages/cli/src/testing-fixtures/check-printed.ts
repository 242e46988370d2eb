import type { CommandSpec } from '../program/command-spec.ts';
import { COMMANDS } from '../program/command-table.ts';
import { EXIT } from '../program/exit-code.ts';

/** Exit codes of commands that completed. */
const GAVE: readonly number[] = [EXIT.done, EXIT.checkFailed, EXIT.partial, EXIT.interrupted];

/**
 * Throws if a command with `--json` printed something that its row does not declare. Another `--format`, and
 * output of a team's server, have separate schemas.
 */
export async function checkPrinted(argv: readonly string[], stdout: string, code: number): Promise<void> {
  if (!argv.includes('--json') || argv.includes('--format') || argv.includes('--team')) return;
  const spec = specOf(argv);
  if (spec?.output === undefined || !GAVE.includes(code)) return;
  const schema = await spec.output();
  for (const line of stdout.split('\n').filter((each) => each !== '')) {
    const parsed = schema.safeParse(JSON.parse(line));
    if (!parsed.success)
      throw new Error(
        `memora ${argv.join(' ')} prints what its row does not declare: ${JSON.stringify(parsed.error.issues)}`,
      );
  }
}

/** The row of a command line; a question without a command uses the row that asks. */
function specOf([first = '', second = '']: readonly string[]): CommandSpec | undefined {
  return (
    COMMANDS.find(({ name, alias }) => {
      const [word = '', sub] = name.split(' ');
      if (sub === undefined) return false;
      return word === first && (sub === second || alias === second);
    }) ?? COMMANDS.find(({ name, alias }) => name === first || alias === first)
  );
}
