import { MemoraError } from '@memora/core';
import type { DoctorReport } from '@memora/engine';
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
  const { output } = context;
  const { ok, checks } = await examine(context);
  output.payload({ ok, checks });
  for (const { name, status, detail, remedy } of checks) {
    const [style, mark] = MARK[status] ?? ['dim', '?'];
    output.line(`${output.style(style, mark)} ${name.padEnd(10)} ${detail}`);
    if (remedy !== null) output.line(`  ${' '.repeat(10)} ${output.style('dim', '→')} ${remedy}`);
  }
  return ok ? EXIT.done : EXIT.checkFailed;
}

/** The checks; settings that cannot be read are what the doctor finds, and not why it gives up. */
async function examine(context: CommandContext): Promise<DoctorReport> {
  try {
    await using memory = await openCliMemory(context);
    return await memory.doctor({ signal: context.io.signal });
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'CONFIG_INVALID') throw error;
    const remedy = error.hint ?? 'Mend the config file.';
    return { ok: false, checks: [{ name: 'config', status: 'fault', detail: error.message, remedy }] };
  }
}
