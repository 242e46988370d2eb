import type { ErasureReport } from '@memora/engine';
import { askPerson, isPersonThere } from '../ask-person.ts';
import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { Output } from '../output/create-output.ts';
import { readFlag } from '../read-option.ts';

/**
 * Erases a claim, a note or all notes of a source out of everything that Memora wrote. Says first what would go, and on a terminal
 * asks whether it may. Ids and paths only.
 */
export async function privacyErase(context: CommandContext): Promise<ExitCode> {
  const { args, options, output, io } = context;
  await using memory = await openCliMemory(context);
  const target = args.join(' ').trim();
  const dryRun = readFlag(options, 'dryRun');
  const plan = await memory.erase(target, { dryRun: true });
  // Named before anything goes: of a note that is gone nobody knows any more that it was secret.
  const shown = readFlag(options, 'reveal') ? [] : pathsOf(plan);
  const nameOf = await memory.nameNotes(shown);
  if (dryRun || isPersonThere(io)) describe(withNames(plan, nameOf), output);
  if (dryRun) {
    output.payload(toJson(withNames(plan, nameOf)));
    return EXIT.done;
  }
  if (isPersonThere(io) && !(await askPerson('Erase this for good?', io))) return EXIT.interrupted;
  const report = withNames(await memory.erase(target), nameOf);
  output.payload(toJson(report));
  describe(report, output);
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

function describe(report: ErasureReport, output: Output): void {
  const { claims, pages, backups, files, stillSaidIn, alsoSaid, proof } = report;
  output.line(`${claims.length} claims ${report.dryRun ? 'would be' : 'are'} erased:`);
  for (const { id, notePath, reason } of claims) output.line(`  ${id}  ${notePath}  ${reason}`);
  if (pages.length > 0) output.line(`Generated files that lose lines: ${pages.join(', ')}`);
  for (const { path, outcome } of backups) output.line(`Backup ${path}: ${outcome}`);
  for (const path of files) output.line(`Removed: ${path}`);
  for (const path of stillSaidIn) output.line(`The note still says it, and is yours to change: ${path}`);
  if (alsoSaid.length > 0) output.line(`Other claims say the same and stay: ${alsoSaid.join(', ')}`);
  if (proof === null) return;
  const { bytes, words, hashes, found } = proof;
  output.line(`Searched ${bytes} bytes in ${proof.files} files for ${words} words and ${hashes} hashes.`);
  for (const { file, what } of found) output.line(`Still there, as a ${what}: ${file}`);
}

function toJson(report: ErasureReport): Record<string, unknown> {
  const { proof } = report;
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
    proof,
  };
}
