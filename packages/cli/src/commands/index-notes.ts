import { toIndexJson } from '@memora/engine/json';
import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { openProgress } from '../output/open-progress.ts';
import { readFlag } from '../read-option.ts';

/** Reads the notes and brings the claims up to date. */
export async function indexNotes(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  await using memory = await openCliMemory(context);
  const dryRun = readFlag(options, 'dryRun');
  using progress = await openProgress(io, { quiet: output.quiet });
  const { report, contradictions, stale } = await memory.index({
    full: readFlag(options, 'full'),
    dryRun,
    contradict: options['contradict'] !== false,
    writeNotes: options['write'] !== false,
    signal: io.signal,
    onProgress: ({ phase, done, total, notePath }) =>
      progress.update({ label: phase === 'scan' ? 'reading' : 'indexing', done, total, current: notePath }),
  });
  progress.stop();
  output.payload(toIndexJson(report, { contradictions, stale }));
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
  for (const { note, code, reason } of report.failures) {
    output.warn(`${output.styleError('red', 'failed')}  ${note}: ${reason} (${code})`);
  }
  if (report.notes === 0) output.note('This folder holds no Markdown notes.');
  if (io.signal.aborted) return EXIT.interrupted;
  return report.failed > 0 ? EXIT.partial : EXIT.done;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
