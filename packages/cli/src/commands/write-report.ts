import { join } from 'node:path';
import { rememberWritten } from '@memora/engine';
import { createReport } from '@memora/report';
import { readFlag, readInteger, readText, usageError } from '../input/read-option.ts';
import { toPath } from '../input/resolve-vault.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { openInBrowser } from '../output/open-in-browser.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import { refuseOtherFile, writePage } from '../output/write-page.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Writes the vault as one HTML file. */
export async function writeReport(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const maxNodes = readInteger(options, 'maxNodes', 1);
  const share = readFlag(options, 'share');
  if (!readFlag(options, 'watch') && readText(options, 'port') !== undefined)
    throw usageError('--port needs --watch', 'Add --watch, or leave out --port.');
  if (readFlag(options, 'watch') && readFlag(options, 'team'))
    throw usageError('--watch needs a vault on this machine', 'Leave out --watch, or --team.');
  if (readFlag(options, 'watch')) return (await import('./serve-live-report.ts')).serveLiveReport(context);
  const wanted = readText(options, 'output');
  if (readFlag(options, 'team') && wanted === undefined)
    throw usageError('a report of a shared memory has no default file', 'Name the file: --output FILE.');
  await using memory = await openCliMemory(context);
  const target = wanted === undefined ? join(memory.vault, '.memora', 'report.html') : toPath(wanted, io.cwd);
  await refuseOtherFile(target);
  const { html, figures } = await whileBusy(
    'drawing the report',
    createReport(memory, {
      share,
      signal: io.signal,
      ...(maxNodes === undefined ? {} : { maxNodes }),
      ...(readFlag(options, 'conversations') ? { conversations: true } : {}),
    }),
    context,
  );
  // Recorded before the file exists, so that an erasure finds it even if this process ends in between.
  await rememberWritten(memory.vault, { kind: 'report', path: target }, io.env);
  await writePage(target, html);
  output.payload({
    path: target,
    bytes: Buffer.byteLength(html),
    share,
    generated_at: figures.generatedAt,
    notes: figures.notes,
    claims: figures.claims,
    claims_shown: figures.claimsShown,
    contradictions: figures.unsettled,
    stale: figures.stale,
    intact: figures.intact,
    relocated: figures.relocated,
    changed: figures.changed,
    gone: figures.gone,
  });
  output.line(`${output.style('green', 'written')}  ${target}`);
  if (figures.changed + figures.gone > 0)
    output.note(
      `${figures.changed + figures.gone} claims are no longer in their notes: run \`memora index\`.`,
    );
  if (readFlag(options, 'open')) await openInBrowser(target, context);
  return EXIT.done;
}
