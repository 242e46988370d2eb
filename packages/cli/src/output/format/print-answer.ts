import { type Answer, readSourceLines } from '@memora/engine';
import { rewordedIn } from '@memora/engine/json';
import type { Output } from '../create-output.ts';
import { describeReworded } from './describe-reworded.ts';
import { toOneLine, toPrintable } from './format-claim.ts';
import { formatSource } from './format-source.ts';
import { findSource, type SourceMemory } from './print-claim-source.ts';

/** How much of the evidence is shown. */
export interface AnswerOptions {
  readonly reveal?: boolean;
  /** Every cited line with the cited bytes marked and the id of its claim, also where it says the very words of the answer. */
  readonly proof?: boolean;
  /** True where the notes are rows of a team's database. */
  readonly ofTeam?: boolean;
}

/** A sentence of the answer, and where it was read. */
interface Told {
  readonly title: string | null;
  readonly text: string;
  readonly code: readonly string[] | null;
  readonly sources: Source[];
}

interface Source {
  readonly place: string;
  readonly claimId: string;
  readonly anchor: string | null;
  readonly body: readonly string[];
  /** The line of the note, and what of it is cited. */
  readonly line: string;
  readonly cited: string;
  readonly reworded: readonly string[];
}

/**
 * Prints each sentence of an answer once, with `note:line` behind it. The line itself stands beneath where it says it in other words, or
 * with `proof`; a line of which several sentences are told stands there once.
 */
export async function printAnswer(
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: AnswerOptions = {},
): Promise<void> {
  if (answer.cleanText === '') {
    output.line('The notes do not say.');
    for (const line of await formatNearest(answer, memory, output, options)) output.line(line);
    return;
  }
  let title = '';
  const shown = new Set<string>();
  for (const told of await gatherTold(answer, memory, output, options)) {
    if (told.title !== null && told.title !== title) {
      if (title !== '') output.line();
      output.line(output.style('bold', told.title));
      title = told.title;
    }
    printTold(told, shown, output, options);
  }
  const { verifiedCount } = answer.report;
  output.line();
  output.line(
    output.style(
      'green',
      `✓ ${verifiedCount} citation${verifiedCount === 1 ? '' : 's'} re-read and re-hashed: quotes match ${options.ofTeam === true ? 'the notes of the team' : 'the files'}`,
    ),
  );
}

function printTold(
  { text, code, sources }: Told,
  shown: Set<string>,
  output: Output,
  { proof = false }: AnswerOptions,
): void {
  const nameOf = ({ place, anchor }: Source) => (anchor === null || proof ? place : `${place} (${anchor})`);
  const places = [...new Set(sources.map(nameOf))].join(', ');
  if (code !== null) {
    for (const line of code) output.verbatim(line);
    if (!proof && places !== '') output.line(`    ${places}`);
  } else if (proof || places === '') output.line(output.markdown(text));
  else output.line(`${output.markdown(text)}  ${places}`);
  for (const source of sources) {
    if (proof) output.line(`    ${source.place}  ${output.style('dim', `[claim:${source.claimId}]`)}`);
    if (proof && source.anchor !== null) output.line(`    ${output.style('cyan', source.anchor)}`);
    // Code is told line by line as it stands.
    if (code !== null) continue;
    if (!shown.has(source.line) && (proof || toWords(source.cited) !== toWords(text))) {
      shown.add(source.line);
      for (const line of source.body) output.line(`    ${output.style('dim', line)}`);
    }
    for (const line of source.reworded) output.line(`      ${output.style('yellow', line)}`);
  }
}

/** The sentences that stand, in their order; one that is said twice is told once, with all its sources. */
async function gatherTold(
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: AnswerOptions,
): Promise<Told[]> {
  const told = new Map<string, Told>();
  for (const statement of answer.report.statements) {
    if (!statement.supported) continue;
    const code = readFence(statement.text);
    const text = stripMarkers(toOneLine(statement.text));
    const title = titleOver(answer, statement);
    const key = code === null ? toWords(text) : code.join('\n');
    const before = told.get(key);
    const sources = before?.sources ?? [];
    if (before === undefined) told.set(key, { title, text, code, sources });
    for (const index of statement.checks) {
      const check = answer.report.checks[index];
      if (check?.status !== 'verified') continue;
      const source = await readSource(check, answer, memory, output, options);
      if (source !== null) sources.push(source);
    }
  }
  return [...told.values()];
}

async function readSource(
  check: Answer['report']['checks'][number],
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  { reveal }: AnswerOptions,
): Promise<Source | null> {
  const { notePath, span, claimId, anchor } = check;
  if (notePath === null || span === null) return null;
  const bytes = await memory.readNote(notePath, { of: answer });
  if (bytes === null) return null;
  const lines = await readSourceLines(bytes, span, {
    ...(reveal === undefined ? {} : { reveal }),
    detector: memory.settings.config.privacy.detector,
    defaultBand: memory.settings.config.privacy.defaultNotePrivacy,
  });
  if (lines === null) return null;
  const [place = '', ...body] = formatSource(notePath, lines, output, memory.vault);
  return {
    place,
    claimId,
    anchor: anchor === undefined ? null : toOneLine(anchor.label),
    body,
    line: `${notePath}\0${lines.text}`,
    cited: lines.text.slice(lines.marked.start, lines.marked.end),
    reworded: describeReworded(rewordedIn(check), lines.text),
  };
}

/** The words of a sentence without its Markdown, and without the date that its note gave it: what says the same to a reader is the same. */
function toWords(text: string): string {
  return stripMarkers(text)
    .replace(/^\s*\d{4}(?:-\d\d){0,2}: /u, '')
    .replace(/^\s*(?:[-*+>]|\d+[.)])\s+(?:\[[ x]\]\s+)?/iu, '')
    .replace(/[*_`~#]|\[\[|\]\]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/[.。]$/u, '')
    .trim();
}

/** The lines of a statement that is a fence of code, as far out as the outermost of them stands; null for any other. */
function readFence(text: string): readonly string[] | null {
  const [opening = '', ...rest] = text.split(/\r\n|\n|\r/u);
  if (!/^\s*(?:[-*]\s+)?(?:`{3,}|~{3,})/u.test(opening) || rest.length === 0) return null;
  const body = rest.map(stripMarkersAfter).filter((line, i) => i < rest.length - 1 || line.trim() !== '');
  const widths = body.flatMap((line) => (line.trim() === '' ? [] : [/^ */u.exec(line)?.[0].length ?? 0]));
  const least = Math.min(...(widths.length === 0 ? [0] : widths));
  return [opening.replace(/^\s*(?:[-*]\s+)?/u, ''), ...body.map((line) => line.slice(least))].map(
    toPrintable,
  );
}

/** Where the passage stands of which a statement is a part: `note › heading`. */
function titleOver(
  { passages, report }: Answer,
  { checks }: Answer['report']['statements'][number],
): string | null {
  const ids = new Set(checks.map((index) => report.checks[index]?.claimId as string));
  const passage = passages.find(({ claimIds }) => claimIds.some((id) => ids.has(id)));
  if (passage === undefined) return null;
  const headings = passage.headingPath.filter((heading) => heading !== passage.noteTitle);
  return toOneLine([passage.noteTitle, ...headings].join(' › '));
}

/** What comes nearest, so that a person sees why it is no answer. */
async function formatNearest(
  { nearest }: Answer,
  memory: SourceMemory,
  output: Output,
  options: { readonly reveal?: boolean },
): Promise<string[]> {
  const lines: string[] = [];
  for (const { claim } of nearest) {
    const source = await findSource(memory, claim, options);
    if (source !== null)
      lines.push(...formatSource(claim.notePath, source, output, memory.vault).map((line) => `  ${line}`));
  }
  return lines.length === 0 ? [] : ['', 'Not an answer, but the nearest:', ...lines];
}

/** As {@link stripMarkers}; what stands before them stays as it is. */
function stripMarkersAfter(line: string): string {
  return line.replace(/\s*\[claim:[^\]]*\]/giu, '').trimEnd();
}

/** A person reads the source line beneath, so the markers are left out of the sentence. */
function stripMarkers(text: string): string {
  return text.replace(/\s*\[claim:[^\]]*\]/giu, '').trim();
}
