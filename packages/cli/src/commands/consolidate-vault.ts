import type { Consolidation } from '@memora/engine';
import { toConsolidationJson } from '@memora/engine/json';
import { askPerson, isPersonThere } from '../input/ask-person.ts';
import { readFlag } from '../input/read-option.ts';
import { readRegion } from '../input/read-region.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import type { Output } from '../output/create-output.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

const HOW_TO_ALLOW =
  'Nothing was written: add --yes to write these pages once. To have them kept up to date, set consolidation.pages to "folder" (a folder of their own) or "beside" (next to your notes) in .memora/config.toml.';

/** Updates the atlas pages and the world map from the claims, if the user has allowed pages in the vault. */
export async function consolidateVault(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  await using memory = await openCliMemory(context);
  const region = await readRegion(options, memory);
  using progress = await openProgress(io, { quiet: output.quiet });
  const { pages } = memory.settings.config.consolidation;
  const run = (dryRun: boolean) =>
    memory.consolidate({
      all: readFlag(options, 'all'),
      dryRun,
      signal: io.signal,
      onProgress: (state) => progress.update({ label: 'building regions', ...state }),
      ...(region === undefined ? {} : { region }),
    });
  const asksFirst = pages === 'ask' && !readFlag(options, 'dryRun') && !readFlag(options, 'yes');
  const isDry = readFlag(options, 'dryRun') || asksFirst;
  const plan = await run(isDry);
  progress.stop();
  if (isDry) printPages(plan, true, output);
  const changes = plan.pagesWritten.length + plan.pagesRemoved.length;
  const mayWrite = asksFirst && changes > 0 && (await isAllowed(changes, context));
  const done = mayWrite ? await run(false) : plan;
  const written = mayWrite || !isDry;
  output.payload({ written: written && pages !== 'off', ...toConsolidationJson(done) });
  if (written) printPages(done, false, output);
  for (const { path, code } of done.failures) output.warn(`left as is   ${toOneLine(path)} (${code})`);
  if (pages === 'off') output.note('consolidation.pages is "off": no page is written.');
  else if (asksFirst && !mayWrite && changes > 0) output.note(HOW_TO_ALLOW);
  else
    output.note(
      done.pagesWritten.length + done.pagesRemoved.length === 0
        ? 'Nothing changed.'
        : `${done.regionsRebuilt.length} of ${done.regions} regions, ${done.sentences} sentences, each with a verified citation.`,
    );
  if (done.dropped > 0) output.note(`${done.dropped} could not be verified and were left out.`);
  if (done.proposals > 0) output.note(`${done.proposals} moves or splits are proposed in world_map.md.`);
  return done.failures.length > 0 ? EXIT.partial : EXIT.done;
}

function printPages(done: Consolidation, dryRun: boolean, output: Output): void {
  const [wrote, took] = dryRun ? ['would write', 'would remove'] : ['wrote', 'removed'];
  for (const path of done.pagesWritten) output.line(`${wrote.padEnd(11)}  ${toOneLine(path)}`);
  for (const path of done.pagesRemoved) output.line(`${took.padEnd(11)}  ${toOneLine(path)}`);
}

async function isAllowed(changes: number, { io, output }: CommandContext): Promise<boolean> {
  if (output.quiet || output.json || !isPersonThere(io)) return false;
  return askPerson(`Write ${changes === 1 ? 'this page' : `these ${changes} pages`} into the vault?`, io);
}
