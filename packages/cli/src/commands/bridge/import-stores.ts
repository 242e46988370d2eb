import { importStore } from '@memora/bridge';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliAgent } from '../memory/open-cli-agent.ts';

/** Imports the memories of another system, with the trust of another store. Prints counts and places, never text of a memory. */
export async function importStores(context: CommandContext, path: string): Promise<ExitCode> {
  const { io, output } = context;
  await using agent = await openCliAgent(context);
  const { batch, read, written, held, same, left, screened, problems, unread } = await importStore(
    [path],
    agent,
    io.signal === undefined ? {} : { signal: io.signal },
  );
  output.payload({ batch, read, written, held, same, left, screened, problems, unread });
  output.line(`${written} ${written === 1 ? 'memory' : 'memories'} imported, ${same} were imported before.`);
  if (held > 0)
    output.line(
      `${held} of them wait for your confirmation, because they tell an agent how to act: \`memora memory held\`.`,
    );
  if (screened.secret + screened.injected > 0)
    output.line(`Left out: ${screened.secret} with credentials, ${screened.injected} that steer an agent.`);
  for (const [code, count] of Object.entries(left)) output.line(`Left out: ${count} (${code}).`);
  for (const { problem, file, number, message } of problems)
    output.note(`${file}${number === undefined ? '' : `:${number}`}  ${problem}: ${message}`);
  if (unread > problems.length) output.note(`${unread - problems.length} more could not be read.`);
  if (batch !== null) output.note(`\`memora memory rollback --batch ${batch}\` undoes it.`);
  return problems.length > 0 ? EXIT.partial : EXIT.done;
}
