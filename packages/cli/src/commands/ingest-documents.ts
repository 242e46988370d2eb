import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isBand } from '@memora/core';
import type { IngestedSource, IngestProblem } from '@memora/engine';
import { expandSources } from '../input/expand-sources.ts';
import { readFlag, readInteger, readText, usageError } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { countOf } from '../output/format/count-of.ts';
import { toOneLine } from '../output/format/format-claim.ts';
import { openProgress } from '../output/open-progress.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Reads documents into notes of the vault, and prints the result for each. */
export async function ingestDocuments(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const dryRun = readFlag(options, 'dryRun');
  const privacy = readText(options, 'privacy');
  if (privacy !== undefined && !isBand(privacy))
    throw usageError('--privacy takes public, private or secret');
  const [region, title, type, ocr] = ['region', 'title', 'type', 'ocr'].map((name) =>
    readText(options, name),
  );
  const limit = readInteger(options, 'limit', 1);
  const sources = await expandSources(args, io.cwd);
  if (title !== undefined && sources.length > 1)
    throw usageError('--title is for one source', 'Leave it out: each document has its own title.');
  const asked = {
    dryRun,
    signal: io.signal,
    ...readingOptions(options),
    ...(readFlag(options, 'follow') ? { follow: true } : {}),
    ...(readFlag(options, 'keepOriginal') ? { keepOriginal: true } : {}),
    ...(privacy === undefined ? {} : { privacy }),
    ...(region === undefined ? {} : { region }),
    ...(title === undefined ? {} : { title }),
    ...(type === undefined ? {} : { type }),
    ...(ocr === undefined ? {} : { ocr }),
    ...(limit === undefined ? {} : { limits: { ms: limit * 1_000, msPerMegabyte: 0 } }),
  };
  const told = createTold();
  await using memory = await openCliMemory(context);
  using progress = await openProgress(io, { quiet: output.quiet });
  for (const [i, { source, name, isListed }] of sources.entries()) {
    progress.update({ label: 'reading', done: i, total: sources.length, current: name });
    const onPage = (done: number, total: number): void =>
      progress.update({ label: 'reading pages', done, total, current: name });
    const read = source === '-' ? { bytes: await buffer(io.stdin), name: title ?? 'stdin' } : source;
    for await (const each of memory.ingest(read, { ...asked, onPage }))
      told.add(each, name.includes('://') ? each.origin : name, isListed);
  }
  progress.stop();
  return showTold(told, asked, output);
}

/** Reads the known sources of this installation again, and prints the result for each. */
export async function refreshSources(context: CommandContext): Promise<ExitCode> {
  const { args: ids, options, io, output } = context;
  const asked = {
    dryRun: readFlag(options, 'dryRun'),
    signal: io.signal,
    followed: readFlag(options, 'followed'),
    ...readingOptions(options),
    ...(ids.length === 0 ? {} : { ids }),
  };
  const told = createTold();
  await using memory = await openCliMemory(context);
  using progress = await openProgress(io, { quiet: output.quiet });
  const known = await memory.sources();
  const missing = ids.find((id) => !known.some((source) => source.id === id));
  if (missing !== undefined) throw usageError('no source has that id', 'See them with: memora ingest list');
  const shown = await memory.nameNotes(known.map(({ path }) => path));
  for await (const found of memory.refreshSources(asked)) {
    // The name of a secret note reveals its topic, and so does the name of its source.
    const isOpen = 'problem' in found || shown(found.path) === found.path;
    const each = isOpen
      ? found
      : { ...found, path: shown(found.path), id: REDACTED, origin: REDACTED, title: REDACTED };
    progress.update({
      label: 'reading',
      done: told.documents.length,
      total: known.length,
      current: each.origin,
    });
    told.add(each, each.origin, false);
  }
  progress.stop();
  return showTold(told, asked, output);
}

const REDACTED = '[redacted]';

function readingOptions(options: CommandContext['options']) {
  const [index = false, force = false, replace = false, allowLocal = false] = [
    'index',
    'force',
    'replace',
    'allowLocal',
  ].map((name) => readFlag(options, name));
  return { index, force, replace, allowLocal };
}

type ToldProblem = IngestProblem & { readonly source: string; readonly isLeft: boolean };

function createTold() {
  const documents: IngestedSource[] = [];
  const problems: ToldProblem[] = [];
  return {
    documents,
    problems,
    add: (each: IngestedSource | IngestProblem, source: string, isListed: boolean): void => {
      if ('problem' in each)
        problems.push({ ...each, source, isLeft: isListed && each.problem === 'NOT_TEXT' });
      else documents.push(each);
    },
  };
}

function showTold(
  { documents, problems }: ReturnType<typeof createTold>,
  { dryRun, index }: { readonly dryRun: boolean; readonly index: boolean },
  output: CommandContext['output'],
): ExitCode {
  output.payload({
    dry_run: dryRun,
    documents: documents.map(toJson),
    problems: problems.map(({ isLeft, origin, ...problem }) => problem),
  });
  for (const each of documents)
    output.line(
      `${output.style(each.status === 'unchanged' ? 'dim' : 'green', each.status)}  ${each.path}  ${toOneLine(describe(each))}`,
    );
  const count = (key: 'sealed' | 'conflicts') => documents.reduce((sum, each) => sum + each[key], 0);
  if (count('sealed') > 0)
    output.note(`Marked credentials or account numbers as secret in ${countOf(count('sealed'), 'place')}.`);
  if (count('conflicts') > 0)
    output.note(
      `Kept your words in ${countOf(count('conflicts'), 'place')} where the document says something else now.`,
    );
  for (const { path, status } of documents)
    if (status === 'kept')
      output.warn(
        `${path}: the document has changed, and it is not known which edits are yours; --replace takes the new version`,
      );
  for (const { source, problem, message, hint = '' } of problems)
    output.warn(toOneLine(`${source}: ${[message, hint].join(' ')} (${problem})`));
  const isNew = documents.some(({ status }) => status === 'created' || status === 'updated');
  if (dryRun) output.note('Nothing was written.');
  else if (isNew && !index) output.note('The next question indexes them, or: memora index');
  const isWhole =
    problems.every(({ isLeft }) => isLeft) && documents.every(({ status }) => status !== 'kept');
  return isWhole ? EXIT.done : EXIT.partial;
}

function describe({ origin, anchors, edits, leftOut, notices }: IngestedSource): string {
  return [
    basename(origin),
    anchors === 0 ? '' : countOf(anchors, 'place'),
    edits === 0 ? '' : `${countOf(edits, 'edit')} of yours kept`,
    leftOut.invisible === 0 ? '' : `${countOf(leftOut.invisible, 'invisible piece')} left out`,
    leftOut.markers === 0 ? '' : `${countOf(leftOut.markers, 'marker')} turned into text`,
    ...notices.map((notice) => notice.replace(/\.$/, '')),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function toJson({ leftOut, base: _, ...document }: IngestedSource) {
  return { ...document, left_out: leftOut };
}
