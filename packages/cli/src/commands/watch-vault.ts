import { describeUncleaned, toConsolidationJson, toIndexJson } from '@memora/engine/json';
import { openCliMemory } from '../open-cli-memory.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { createIndexProgress, openProgress } from '../output/open-progress.ts';
import { withoutSecretNames } from '../output/without-secret-names.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/**
 * Keeps the claims, the generated pages and the review up to date while notes change, until Ctrl-C. `--json`:
 * one event per line.
 */
export async function watchVault(context: CommandContext): Promise<ExitCode> {
  const { io, output } = context;
  await using memory = await openCliMemory(context);
  output.note(`Watching ${memory.vault}; Ctrl-C ends it.`);
  if (memory.settings.config.consolidation.pages === 'ask')
    output.note(
      'No pages are written into the vault: set consolidation.pages to "folder" or "beside" to have them.',
    );
  using progress = await openProgress(io, { quiet: output.quiet });
  const showProgress = createIndexProgress(progress, memory.nameNotes);
  const keep = async () => {
    const { openAgentMemory } = await import('@memora/agent-memory');
    await using agent = await openAgentMemory({ memory, agent: 'cli' });
    const { batch, isBusy, steps, emptied } = await agent.consolidate();
    return isBusy ? null : { batch, steps: steps.length, emptied };
  };
  for await (const event of memory.watch({ signal: io.signal, onProgress: showProgress, keep })) {
    if (event.type === 'indexed') progress.stop();
    switch (event.type) {
      case 'indexed': {
        const report = await withoutSecretNames(event.report, memory);
        output.event({ type: 'indexed', ...toIndexJson(report, event) });
        output.line(
          `indexed   ${report.claims} claims: ${report.claimsNew} new, ${report.claimsRetired} retired`,
        );
        for (const { note, code, reason } of report.failures)
          output.warn(`failed    ${note}: ${reason} (${code})`);
        for (const backup of event.uncleanedBackups)
          output.warn(`warning   ${describeUncleaned(backup)}. ${backup.remedy}`);
        break;
      }
      case 'changed': {
        const note = (await memory.nameNotes([event.path]))(event.path);
        output.event({ type: 'changed', kind: event.kind, note });
        output.line(`${event.kind.padEnd(8)}  ${toOneLine(note)}`);
        break;
      }
      case 'consolidated': {
        const { type, ...done } = event;
        output.event({ type, ...toConsolidationJson(done) });
        output.line(
          `consolidated  ${done.pagesWritten.length} pages written, ${done.sentences} sentences verified`,
        );
        break;
      }
      case 'challenged':
        output.event({ type: 'challenged', items: event.items, counts: event.counts });
        output.line(`challenged    ${event.items} items: see \`memora challenge\``);
        break;
      case 'kept': {
        const { type, batch, steps, emptied } = event;
        output.event({ type, batch, steps, emptied });
        const undo = batch === null ? '' : `; \`memora memory rollback --batch ${batch}\` undoes it`;
        output.line(
          `kept          ${steps} changes to what agents remember, ${emptied} files in the trash deleted${undo}`,
        );
        break;
      }
      case 'refreshed': {
        const { type, notes, updated, problems } = event;
        output.event({ type, notes, updated, problems });
        output.line(
          `refreshed     ${notes} notes of followed sources, ${updated} updated; ${problems} sources could not be read`,
        );
        break;
      }
      case 'problem': {
        const note = (await memory.nameNotes([event.path]))(event.path);
        output.event({ type: 'problem', note, code: event.code, reason: event.reason });
        output.warn(`problem   ${toOneLine(note)}: ${event.reason} (${event.code})`);
      }
    }
  }
  return EXIT.interrupted;
}
