import type { ErasureReport } from '@memora/engine';
import { askPerson, isPersonThere } from '../input/ask-person.ts';
import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { Output } from '../output/create-output.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/**
 * Erases a claim, a note or all notes of a source out of everything that Memora wrote. Says first what would go, and on a terminal
 * asks whether it may. Ids and paths only.
 */
export async function privacyErase(context: CommandContext): Promise<ExitCode> {
  const { args, options, output, io } = context;
  await using memory = await openCliMemory(context);
  const target = args.join(' ').trim();
  const dryRun = readFlag(options, 'dryRun');
  const reveal = readFlag(options, 'reveal');
  const plan = await whileBusy('looking for it', memory.erase(target, { dryRun: true, reveal }), context);
  // Named before anything goes: of a note that is gone nobody knows any more that it was secret.
  const shown = reveal ? [] : pathsOf(plan);
  const nameOf = await memory.nameNotes(shown);
  if (dryRun || isPersonThere(io)) describe(withNames(plan, nameOf), { output, reveal });
  if (dryRun) {
    output.payload(toJson(withNames(plan, nameOf), reveal));
    return EXIT.done;
  }
  if (isPersonThere(io) && !(await askPerson('Erase this for good?', io))) return EXIT.interrupted;
  const report = withNames(await whileBusy('erasing', memory.erase(target, { reveal }), context), nameOf);
  output.payload(toJson(report, reveal));
  describe(report, { output, reveal });
  return report.proof === null || report.proof.found.length === 0 ? EXIT.done : EXIT.checkFailed;
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
  for (const path of files) output.line(`Removed: ${path}`);
  for (const path of stillSaidIn) output.line(`The note still says it, and is yours to change: ${path}`);
  if (report.kind === 'source' && !reveal)
    output.line('Secret notes of this source are found with --reveal.');
  if (alsoSaid.length > 0) output.line(`Other claims say the same and stay: ${alsoSaid.join(', ')}`);
  if (proof === null) return;
  const { bytes, words, hashes, found } = proof;
  // How many words and bytes there are hangs on secret text, of what went and of what stays.
  output.line(
    reveal
      ? `Searched ${bytes} bytes in ${proof.files} files for ${words} words and ${hashes} hashes.`
      : 'Searched every byte of what Memora wrote for each word and hash of it.',
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
