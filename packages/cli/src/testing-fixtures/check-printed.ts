import type { CommandSpec } from '../program/command-spec.ts';
import { COMMANDS } from '../program/command-table.ts';
import { EXIT } from '../program/exit-code.ts';

/** Those with which a command may end that gave its result. */
const GAVE: readonly number[] = [EXIT.done, EXIT.checkFailed, EXIT.partial, EXIT.interrupted];

/** Throws where a command printed with `--json` what its row does not declare. Another `--format`, and what a team's server gives, have schemas of their own. */
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

/** The row of a command line; a question alone is asked. */
function specOf([first = '', second = '']: readonly string[]): CommandSpec | undefined {
  return (
    COMMANDS.find(({ name, alias }) => {
      const [word = '', sub] = name.split(' ');
      if (sub === undefined) return false;
      return word === first && (sub === second || alias === second);
    }) ?? COMMANDS.find(({ name, alias }) => name === first || alias === first)
  );
}
