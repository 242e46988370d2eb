import type { SourceErasure } from '@memora/agent-memory';
import type { ErasureReport, Memory } from '@memora/engine';
import { askPerson, isPersonThere } from '../input/ask-person.ts';
import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { Output } from '../output/create-output.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { describeRollback } from './memory/keep/describe-rollback.ts';

/**
 * Erases a claim, a note or everything from a source from all that Memora wrote. First shows what would be
 * erased, and on a terminal asks for confirmation. Ids and paths only.
 */
export async function privacyErase(context: CommandContext): Promise<ExitCode> {
  const { args, options, output, io } = context;
  await using memory = await openCliMemory(context);
  const target = args.join(' ').trim();
  const dryRun = readFlag(options, 'dryRun');
  const reveal = readFlag(options, 'reveal');
  const { plan, erase } = await whileBusy(
    'searching for it',
    findTarget(target, { reveal }, memory),
    context,
  );
  // Names are resolved before the erasure, because afterwards it is unknown whether an erased note was
  // secret.
  const shown = reveal || plan.erasure === null ? [] : pathsOf(plan.erasure);
  const nameOf = await memory.nameNotes(shown);
  const toldOf = async (isDone: boolean) =>
    plan.rollback === null ? null : describeRollback(plan.rollback, memory.nameNotes, isDone);
  const taken = await toldOf(!dryRun);
  const tell = ({ erasure, rollback }: SourceErasure): void => {
    const report = erasure === null ? null : withNames(erasure, nameOf);
    for (const line of taken?.lines ?? []) output.line(line);
    for (const { file, what } of rollback?.proof?.found ?? [])
      output.line(`Still there, as a ${what}: ${file}`);
    if (report !== null) describe(report, { output, reveal });
    const found = rollback?.proof === undefined ? {} : { proof: { found: rollback.proof.found } };
    const memories = taken === null ? {} : { memories: { ...taken.json, ...found } };
    output.payload({
      ...(report === null ? { dry_run: dryRun, kind: 'source' } : toJson(report, reveal)),
      ...memories,
    });
  };
  if (dryRun) {
    tell(plan);
    return EXIT.done;
  }
  if (isPersonThere(io)) {
    for (const line of (await toldOf(false))?.lines ?? []) output.line(line);
    if (plan.erasure !== null) describe(withNames(plan.erasure, nameOf), { output, reveal });
    if (!(await askPerson('Erase this for good?', io))) return EXIT.interrupted;
  }
  const done = await whileBusy('erasing', erase(), context);
  tell(done);
  const found = [done.rollback?.proof, done.erasure?.proof].flatMap((proof) => proof?.found ?? []);
  return found.length === 0 ? EXIT.done : EXIT.checkFailed;
}

/**
 * Describes what a target means, and how to erase it. For a source, the copies in sessions and imports are
 * erased too.
 */
async function findTarget(
  target: string,
  options: { readonly reveal: boolean },
  memory: Memory,
): Promise<{ readonly plan: SourceErasure; readonly erase: () => Promise<SourceErasure> }> {
  const source = /^source:(.*)$/su.exec(target)?.[1]?.trim();
  const plan =
    source === undefined ? await memory.erase(target, { ...options, dryRun: true }).catch(orNothing) : null;
  if (plan !== null && plan.kind !== 'source')
    return {
      plan: { rollback: null, erasure: plan },
      erase: async () => ({ rollback: null, erasure: await memory.erase(target, options) }),
    };
  const { openAgentMemory } = await import('@memora/agent-memory');
  const agent = await openAgentMemory({ memory, agent: 'cli' });
  const named = source ?? target;
  return {
    plan: await agent.eraseSource(named, { ...options, dryRun: true }),
    erase: () => agent.eraseSource(named, options),
  };
}

function orNothing(error: unknown): null {
  if ((error as { code?: unknown }).code === 'NOTHING_TO_ERASE') return null;
  throw error;
}

function pathsOf({ claims, notes, stillSaidIn }: ErasureReport): string[] {
  return [...claims.map(({ notePath }) => notePath), ...notes, ...stillSaidIn];
}

function withNames(report: ErasureReport, nameOf: (path: string) => string): ErasureReport {
  return {
    ...report,
    claims: report.claims.map((claim) => ({ ...claim, notePath: nameOf(claim.notePath) })),
    notes: report.notes.map(nameOf),
    stillSaidIn: report.stillSaidIn.map(nameOf),
  };
}

function describe(
  report: ErasureReport,
  { output, reveal }: { readonly output: Output; readonly reveal: boolean },
): void {
  const { claims, pages, backups, files, stillSaidIn, alsoSaid, proof } = report;
  output.line(`${claims.length} claims ${report.dryRun ? 'would be' : 'are'} erased:`);
  for (const { id, notePath, reason } of claims) output.line(`  ${id}  ${notePath}  ${reason}`);
  if (pages.length > 0) output.line(`Generated files that lose lines: ${pages.join(', ')}`);
  for (const { path, outcome, problem } of backups) {
    output.line(`Backup ${path}: ${outcome}`);
    if (problem !== undefined) output.line(`  ${problem.reason} (${problem.code}). ${problem.remedy}`);
  }
  for (const path of files) output.line(`${report.dryRun ? 'To remove' : 'Removed'}: ${path}`);
  for (const path of stillSaidIn) output.line(`The note still says it, and only you can change it: ${path}`);
  if (report.kind === 'source' && !reveal)
    output.line('Use --reveal to include secret notes of this source.');
  if (alsoSaid.length > 0) output.line(`Other claims say the same and were kept: ${alsoSaid.join(', ')}`);
  if (proof === null) return;
  const { bytes, words, hashes, found } = proof;
  // The numbers of words and bytes depend on secret text, both erased and remaining.
  output.line(
    reveal
      ? `Searched ${bytes} bytes in ${proof.files} files for ${words} words and ${hashes} hashes.`
      : 'Searched every file that Memora wrote for its words and hashes.',
  );
  for (const { file, what } of found) output.line(`Still there, as a ${what}: ${file}`);
}

function toJson(report: ErasureReport, reveal: boolean): Record<string, unknown> {
  const { proof } = report;
  const shown = proof === null || reveal ? proof : { found: proof.found };
  return {
    dry_run: report.dryRun,
    kind: report.kind,
    claims: report.claims.map(({ id, notePath, band, reason }) => ({
      claim_id: id,
      note: notePath,
      band,
      reason,
    })),
    notes: report.notes,
    still_said_in: report.stillSaidIn,
    also_said: report.alsoSaid,
    pages: report.pages,
    ledger_entries: report.ledgerEntries,
    backups: report.backups,
    files: report.files,
    proof: shown,
  };
}
