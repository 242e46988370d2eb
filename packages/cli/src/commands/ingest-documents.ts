import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isBand } from '@memora/core';
import type { IngestedSource, IngestProblem } from '@memora/engine';
import { expandSources } from '../input/expand-sources.ts';
import { readFlag, readText, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { countOf } from '../output/format/count-of.ts';
import { openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Reads documents into notes of the vault, and says what came of each. */
export async function ingestDocuments(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const dryRun = readFlag(options, 'dryRun');
  const privacy = readText(options, 'privacy');
  if (privacy !== undefined && !isBand(privacy))
    throw usageError('--privacy takes public, private or secret');
  const [region, title, type] = ['region', 'title', 'type'].map((name) => readText(options, name));
  const sources = await expandSources(args, io.cwd);
  if (title !== undefined && sources.length > 1)
    throw usageError('--title is for one source', 'Leave it out: each document has a title of its own.');
  const asked = {
    dryRun,
    signal: io.signal,
    index: readFlag(options, 'index'),
    ...(privacy === undefined ? {} : { privacy }),
    ...(region === undefined ? {} : { region }),
    ...(title === undefined ? {} : { title }),
    ...(type === undefined ? {} : { type }),
  };
  const documents: IngestedSource[] = [];
  const problems: (IngestProblem & { readonly source: string; readonly isLeft: boolean })[] = [];
  await using memory = await openCliMemory(context);
  using progress = await openProgress(io, { quiet: output.quiet });
  for (const [i, { source, name, isListed }] of sources.entries()) {
    progress.update({ label: 'reading', done: i, total: sources.length, current: name });
    const read = source === '-' ? { bytes: await buffer(io.stdin), name: title ?? 'stdin' } : source;
    for await (const each of memory.ingest(read, asked)) {
      if ('problem' in each)
        problems.push({ ...each, source: name, isLeft: isListed && each.problem === 'NOT_TEXT' });
      else documents.push(each);
    }
  }
  progress.stop();
  output.payload({
    dry_run: dryRun,
    documents: documents.map(toJson),
    problems: problems.map(({ isLeft, ...problem }) => problem),
  });
  for (const each of documents)
    output.line(
      `${output.style(each.status === 'unchanged' ? 'dim' : 'green', each.status)}  ${each.path}  ${describe(each)}`,
    );
  const sealed = documents.reduce((sum, each) => sum + each.sealed, 0);
  if (sealed > 0) output.note(`Marked credentials or account numbers secret in ${countOf(sealed, 'place')}.`);
  for (const { source, problem, message, hint = '' } of problems)
    output.warn(`${source}: ${[message, hint].join(' ').trim()} (${problem})`);
  const isNew = documents.some(({ status }) => status !== 'unchanged');
  if (dryRun) output.note('Nothing was written.');
  else if (isNew && !asked.index) output.note('The next question indexes them, or: memora index');
  return problems.every(({ isLeft }) => isLeft) ? EXIT.done : EXIT.partial;
}

function describe({ origin, anchors, leftOut, notices }: IngestedSource): string {
  return [
    basename(origin),
    anchors === 0 ? '' : countOf(anchors, 'place'),
    leftOut.invisible === 0 ? '' : `${countOf(leftOut.invisible, 'invisible piece')} left out`,
    leftOut.markers === 0 ? '' : `${countOf(leftOut.markers, 'marker')} made text`,
    ...notices.map((notice) => notice.replace(/\.$/, '')),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function toJson({ leftOut, base: _, ...document }: IngestedSource) {
  return { ...document, left_out: leftOut };
}
