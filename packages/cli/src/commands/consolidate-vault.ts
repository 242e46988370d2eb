import { toConsolidationJson } from '@memora/engine/json';
import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format-claim.ts';
import { openProgress } from '../output/open-progress.ts';
import { readFlag } from '../read-option.ts';
import { readRegion } from '../read-region.ts';

/** Brings the atlas pages and the world map in line with the claims. */
export async function consolidateVault(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  await using memory = await openCliMemory(context);
  const region = await readRegion(options, memory);
  using progress = await openProgress(io, { quiet: output.quiet });
  const done = await memory.consolidate({
    all: readFlag(options, 'all'),
    dryRun: readFlag(options, 'dryRun'),
    signal: io.signal,
    onProgress: (state) => progress.update({ label: 'building regions', ...state }),
    ...(region === undefined ? {} : { region }),
  });
  progress.stop();
  output.payload(toConsolidationJson(done));
  const written = readFlag(options, 'dryRun') ? 'would write' : 'wrote';
  for (const path of done.pagesWritten) output.line(`${written.padEnd(11)}  ${toOneLine(path)}`);
  for (const path of done.pagesRemoved) output.line(`${'took out'.padEnd(11)}  ${toOneLine(path)}`);
  for (const { path, code } of done.failures) output.warn(`left as is   ${toOneLine(path)} (${code})`);
  output.note(
    done.pagesWritten.length + done.pagesRemoved.length === 0
      ? 'Nothing changed.'
      : `${done.regionsRebuilt.length} of ${done.regions} regions, ${done.sentences} sentences, each with a verified citation.`,
  );
  if (done.dropped > 0) output.note(`${done.dropped} could not be verified and are on no page.`);
  if (done.proposals > 0) output.note(`${done.proposals} moves or splits are proposed in world_map.md.`);
  return done.failures.length > 0 ? EXIT.partial : EXIT.done;
}
