import { MemoraError } from '@memora/core';
import type { DoctorReport } from '@memora/engine';
import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { Style } from '../output/create-output.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

const MARK: Readonly<Record<string, readonly [Style, string]>> = {
  ok: ['green', '✓'],
  warning: ['yellow', '!'],
  fault: ['red', '✗'],
};

/** Checks a vault and prints how to repair faults, or repairs them; returns 1 if there is a fault. */
export async function runDoctor(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  const repair = readFlag(context.options, 'repair');
  const { ok, checks, repairs, settings } = await examine(context, repair);
  output.payload({ ok, checks, settings, ...(repair ? { repairs } : {}) });
  for (const { name, done, detail } of repairs) {
    const [style, word] = done ? (['green', 'repaired'] as const) : (['yellow', 'left'] as const);
    output.line(`${output.style(style, word.padEnd(8))} ${name.padEnd(10)} ${detail}`);
  }
  if (repairs.length > 0) output.line();
  for (const { name, status, detail, remedy, lines = [] } of checks) {
    const [style, mark] = MARK[status] ?? ['dim', '?'];
    output.line(`${output.style(style, mark)} ${name.padEnd(10)} ${detail}`);
    for (const line of lines) output.line(`  ${' '.repeat(10)} ${line}`);
    if (remedy !== null) output.line(`  ${' '.repeat(10)} ${output.style('dim', '→')} ${remedy}`);
  }
  if (repair && repairs.length === 0) output.note('\nThere was nothing to repair.');
  return ok ? EXIT.done : EXIT.checkFailed;
}

interface Examined extends DoctorReport {
  readonly settings: readonly { readonly key: string; readonly value: unknown; readonly layer: string }[];
}

/** The checks. Unreadable settings are one of the doctor's findings and do not stop it. */
async function examine(context: CommandContext, repair: boolean): Promise<Examined> {
  if (readFlag(context.options, 'team')) {
    const { examineTeam } = await import('./team/examine-team.ts');
    return examineTeam(context);
  }
  try {
    await using memory = await openCliMemory(context);
    const asked = {
      repair,
      reveal: readFlag(context.options, 'reveal'),
      signal: context.io.signal,
    };
    const report = await whileBusy('checking', memory.doctor(asked), context);
    return { ...report, settings: memory.settings.settings };
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'CONFIG_INVALID') throw error;
    const remedy = error.hint ?? 'Fix the config file.';
    const check = { name: 'config', status: 'fault', detail: error.message, remedy } as const;
    return { ok: false, checks: [check], repairs: [], settings: [] };
  }
}
