import type { Memory } from '@memora/engine';
import { describeUncleaned, describeUsage, toIndexJson } from '@memora/engine/json';
import { readFlag } from '../input/read-option.ts';
import { refuseEmptyFolder } from '../input/refuse-empty-folder.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { describeRefused } from '../output/format/describe-refused.ts';
import { createIndexProgress, openProgress } from '../output/open-progress.ts';
import { withoutSecretNames } from '../output/without-secret-names.ts';
import { boundYoungSpace } from '../program/bound-young-space.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { sayNoModel } from './refresh-first.ts';

/** A vault with many unusual notes must not push the result off the screen. */
const MAX_WARNINGS = 10;

/** Reads the notes and updates the claims. */
export async function indexNotes(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const dryRun = readFlag(options, 'dryRun');
  await using memory = await openCliMemory(context);
  await refuseEmptyFolder(memory);
  const isFirst = !dryRun && (await memory.revision()) === null;
  using progress = await openProgress(io, { quiet: output.quiet });
  if (!dryRun && memory.settings.config.indexing.extractor === 'llm') await sayCost(memory, context);
  const showProgress = createIndexProgress(progress, memory.nameNotes);
  const result = await memory.index({
    full: readFlag(options, 'full'),
    dryRun,
    contradict: options['contradict'] !== false,
    writeNotes: options['write'] !== false,
    signal: io.signal,
    onProgress: (state) => {
      boundYoungSpace();
      showProgress(state);
    },
  });
  progress.stop();
  const { contradictions, stale, vectors, judged, notesEdited, uncleanedBackups, notices } = result;
  const report = await withoutSecretNames(result.report, memory);
  output.payload(toIndexJson(report, result));
  const verb = dryRun ? 'Would index' : 'Indexed';
  output.line(
    `${verb} ${count(report.notes, 'note')} in ${report.seconds.toFixed(1)} s: ` +
      `${report.changed} changed, ${report.unchanged} unchanged` +
      `${report.failed === 0 ? '' : `, ${output.style('red', `${report.failed} failed`)}`}.`,
  );
  output.line(
    `${count(report.claims, 'claim')}: ${report.claimsNew} new, ${report.claimsKept} kept, ${report.claimsRetired} retired` +
      `${contradictions + stale === 0 ? '' : `; ${contradictions} contradicted, ${stale} stale`}.`,
  );
  if (notesEdited > 0)
    output.line(
      `Added frontmatter to ${count(notesEdited, 'note')}, because frontmatter.mode is "autofill".`,
    );
  if (report.usage !== null) {
    const { requests } = report.usage;
    output.line(
      `The model${dryRun ? ' would be asked' : ' was asked'} ${count(requests, 'time')}: ${describeUsage(report.usage)}.`,
    );
  }
  if (judged !== undefined) {
    output.line(
      `Changes: ${count(judged.judged, 'note')} compared with older ones in ${count(judged.requests, 'request')} to ${judged.judge}: ` +
        `${judged.found['replaces'] ?? 0} replaced, ${judged.found['contradicts'] ?? 0} contradicted` +
        `${judged.left === 0 ? '' : `; ${judged.left} left for the next run`}.`,
    );
    const unproven = Object.values(judged.refused).reduce((sum, each) => sum + each, 0);
    if (unproven > 0)
      output.note(`Refused: ${count(unproven, 'pair')} with quotes that are not in the notes.`);
    for (const { note, code } of judged.failures) {
      output.warn(
        `${output.styleError('red', 'failed')}  ${note}: the model did not compare it (${code}); asked again next time`,
      );
    }
  }
  const refused = describeRefused(report.refused);
  if (refused !== null) output.note(refused);
  for (const { note, code, reason } of report.failures) {
    output.warn(`${output.styleError('red', 'failed')}  ${note}: ${reason} (${code})`);
  }
  // Ignored settings were reported when the vault was opened.
  for (const notice of notices.filter((text) => text.includes('database'))) output.warn(`memora: ${notice}`);
  for (const backup of uncleanedBackups) {
    const warned = output.styleError('yellow', 'warning');
    output.warn(`${warned} ${describeUncleaned(backup)}. ${backup.remedy}`);
  }
  for (const { note, line, message } of report.warnings.slice(0, MAX_WARNINGS)) {
    output.note(`${output.styleError('yellow', 'warning')} ${note}:${line}: ${message}`);
  }
  if (vectors !== null && vectors.problem !== null) {
    const { code, message } = vectors.problem;
    output.warn(
      `${output.styleError('yellow', 'warning')} ${message} (${code}): ${count(vectors.pending, 'claim')} without a vector, found by words alone until \`memora index\` succeeds`,
    );
  }
  const unshown = report.warnings.length - MAX_WARNINGS;
  if (unshown > 0)
    output.note(
      `${output.styleError('yellow', 'warning')} and ${unshown.toLocaleString('en')} more; --json lists them all`,
    );
  if (report.notes === 0) output.note('This folder contains no Markdown notes.');
  else if (isFirst) sayNoModel(memory, output);
  if (io.signal.aborted) return EXIT.interrupted;
  return report.failed + (judged?.failures.length ?? 0) > 0 ? EXIT.partial : EXIT.done;
}

/** Before a first index with a model, prints how many tokens it will take. */
async function sayCost(memory: Memory, { options, io, output }: CommandContext): Promise<void> {
  const full = readFlag(options, 'full');
  const { report } = await memory.index({ dryRun: true, full, signal: io.signal });
  const { usage } = report;
  if (usage === null || usage.requests < WORTH_SAYING) return;
  const changes = memory.settings.config.claims.judge === 'llm';
  const more = changes ? `, and once for each of ${count(report.changed, 'note')} about what changed` : '';
  output.note(`The model will be asked ${count(usage.requests, 'time')}: ${describeUsage(usage)}${more}.`);
}

/** Below this many requests, indexing costs about as much as a question. */
const WORTH_SAYING = 5;

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
