import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { Style } from '../output/create-output.ts';

const MARK: Readonly<Record<string, readonly [Style, string]>> = {
  ok: ['green', '✓'],
  warning: ['yellow', '!'],
  fault: ['red', '✗'],
};

/** Checks a vault and says how to mend what is wrong; 1 where there is a fault. */
export async function runDoctor(context: CommandContext): Promise<ExitCode> {
  const { io, output } = context;
  await using memory = await openCliMemory(context);
  const { ok, checks } = await memory.doctor({ signal: io.signal });
  output.payload({ ok, checks });
  for (const { name, status, detail, remedy } of checks) {
    const [style, mark] = MARK[status] ?? ['dim', '?'];
    output.line(`${output.style(style, mark)} ${name.padEnd(10)} ${detail}`);
    if (remedy !== null) output.line(`  ${' '.repeat(10)} ${output.style('dim', '→')} ${remedy}`);
  }
  return ok ? EXIT.done : EXIT.checkFailed;
}
