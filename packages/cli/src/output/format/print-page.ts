import { type Answer, type AnswerPassage, readSourceLines } from '@memora/engine';
import { REDACTED } from '@memora/engine/json';
import type { Output } from '../create-output.ts';
import { describeNothing } from './describe-reasons.ts';
import { toOneLine, toPrintable, toShortLine } from './format-claim.ts';
import { formatSource } from './format-source.ts';
import type { SourceMemory } from './print-claim-source.ts';
import { readCited } from './read-cited.ts';

/** In UTF-16 units: how much of the best passage is shown around its best sentence. */
const MOST_TEXT = 1_200;
/**
 * In code points: the maximum of each further passage, whose best sentence may be a whole list or a block of
 * code.
 */
const MOST_FOLDED = 240;

/**
 * Prints the results of a search: the sentence that answers, its line and the passage around it, then the
 * best sentence of each other result with its line. If nothing in the notes is about the question, prints a
 * notice and the nearest three passages. With `proof`, prints every cited line, marked and with the id of its
 * claim.
 */
export async function printPage(
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: { readonly reveal?: boolean; readonly proof?: boolean } = {},
): Promise<void> {
  const { passages, nearest, writtenBy, degradedReasons } = answer;
  const [first, ...others] = passages;
  if (first === undefined) {
    output.line(writtenBy === 'model' ? 'The notes do not say.' : describeNothing(nearest, degradedReasons));
    if (nearest.length === 0) return;
    output.line();
    output.line('Nearest in the notes:');
    for (const passage of nearest) await printBest(passage, answer, memory, output, options);
    return;
  }
  const sentence = sentenceOf(first, options);
  output.line(output.style('bold', sentence ?? titleOf(first, options)));
  output.line(`  ${await placeOf(first, answer, memory, output, options)}`);
  for (const label of originalOf(first, answer, options)) output.line(`  ${label}`);
  if (sentence !== null) output.line(`  ${output.style('dim', titleOf(first, options))}`);
  for (const line of textLines(sentence === null ? first : afterBest(first), output, options))
    output.line(`  ${line}`);
  if (others.length > 0) {
    const count = others.length === 1 ? 'One more passage' : `${others.length} more passages`;
    output.line();
    output.line(output.style('dim', `${count}:`));
    for (const passage of others) await printBest(passage, answer, memory, output, options);
  }
  if (options.proof === true) await printProof(answer, memory, output, options);
}

/** Every line that the page cites, with the cited bytes marked. */
async function printProof(
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: { readonly reveal?: boolean },
): Promise<void> {
  output.line();
  output.line(output.style('dim', 'Cited lines:'));
  for (const check of answer.report.checks) {
    const [place, ...body] = (await readCited(check, answer, memory, output, options)) ?? [];
    if (place === undefined) continue;
    output.line(`  ${place}  [claim:${check.claimId}]`);
    for (const line of body) output.line(`  ${output.style('dim', line)}`);
  }
}

async function printBest(
  passage: AnswerPassage,
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: { readonly reveal?: boolean },
): Promise<void> {
  output.line(`  ${await placeOf(passage, answer, memory, output, options)}`);
  for (const label of originalOf(passage, answer, options)) output.line(`    ${label}`);
  if (!isHidden(passage, options) && passage.best !== null)
    output.line(`    ${saidBy(passage)}${toShortLine(wholeBest(passage, passage.best), MOST_FOLDED)}`);
}

/** In UTF-16 units: the longest bullet or number before a list item. */
const LONGEST_BULLET = 3;

/**
 * The passage after its best sentence, which was already shown; the whole passage if it begins with a
 * different sentence.
 */
function afterBest(passage: AnswerPassage): AnswerPassage {
  const { text, best } = passage;
  const at = best === null ? -1 : text.indexOf(best.text);
  if (best === null || at === -1 || text.slice(0, at).trim().length > LONGEST_BULLET) return passage;
  return { ...passage, text: text.slice(at + best.text.length).trimStart(), best: null };
}

/** The sentence that answers; null if it is hidden, or a list or a block of several lines. */
function sentenceOf(passage: AnswerPassage, options: { readonly reveal?: boolean }): string | null {
  const { best } = passage;
  if (best === null || isHidden(passage, options) || best.text.trim().includes('\n')) return null;
  return `${saidBy(passage)}${toShortLine(wholeBest(passage, best), MOST_TEXT)}`;
}

/** The best sentence after the line that introduces its list: an item alone can say the opposite. */
function wholeBest({ leadIn }: AnswerPassage, { text }: NonNullable<AnswerPassage['best']>): string {
  return leadIn === null ? text : `${leadIn} ${text}`;
}

/**
 * The speaker of a passage: of a turn, or of a note that no person wrote. Also the time when it was valid, if
 * it no longer is.
 */
function saidBy({ passage, holds }: AnswerPassage): string {
  const { speaker } = passage.context;
  const told = [...(speaker === null ? [] : [toOneLine(speaker)]), ...(holds === undefined ? [] : [holds])];
  return told.length === 0 ? '' : `${told.join(', ')}: `;
}

/** `title › heading (date, speaker)` */
function titleOf({ passage, holds }: AnswerPassage, options: { readonly reveal?: boolean }): string {
  if (isHidden({ passage }, options)) return REDACTED;
  const { title, headings, dates, speaker } = passage.context;
  const above = headings.filter((heading, i) => i > 0 || heading !== title);
  const when = holds === undefined ? dates.slice(0, 1) : [holds];
  const about = [...when, ...(speaker === null ? [] : [speaker])];
  return toOneLine(`${[title, ...above].join(' › ')}${about.length === 0 ? '' : ` (${about.join(', ')})`}`);
}

async function placeOf(
  { passage, best }: AnswerPassage,
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: { readonly reveal?: boolean },
): Promise<string> {
  if (isHidden({ passage }, options)) return `${REDACTED}.md`;
  const bytes = await memory.readNote(passage.notePath, { of: answer });
  if (bytes === null) return toOneLine(passage.notePath);
  const lines = await readSourceLines(bytes, best?.span ?? passage.span, {
    ...options,
    detector: memory.settings.config.privacy.detector,
    defaultBand: memory.settings.config.privacy.defaultNotePrivacy,
  });
  return lines === null
    ? toOneLine(passage.notePath)
    : (formatSource(passage.notePath, lines, output, memory.vault)[0] ?? passage.notePath);
}

/**
 * The place in the document that the note was made from, such as `contract.pdf, page 12`; none for any other
 * note.
 */
function originalOf(
  { passage, claimIds }: AnswerPassage,
  { report }: Answer,
  options: { readonly reveal?: boolean },
): string[] {
  if (isHidden({ passage }, options)) return [];
  const cited = report.checks.find(({ claimId }) => claimId === claimIds[0]);
  return cited?.anchor === undefined ? [] : [toOneLine(cited.anchor.label)];
}

/** The text of a passage around its best sentence, which is bold. */
function textLines(
  { passage, text, best }: AnswerPassage,
  output: Output,
  options: { readonly reveal?: boolean },
): string[] {
  if (isHidden({ passage }, options)) return [REDACTED];
  const at = best === null ? -1 : text.indexOf(best.text);
  const end = at + (best?.text.length ?? 0);
  const near = Math.max(0, Math.min(at, end - MOST_TEXT / 2));
  // A line is shown from its start.
  const from = near === 0 ? 0 : Math.min(at, text.indexOf('\n', near) + 1 || near);
  const to = Math.min(text.length, from + MOST_TEXT);
  const bold = (part: string) =>
    part
      .split('\n')
      .map((line) => (line.trim() === '' ? line : output.style('bold', line)))
      .join('\n');
  const shown =
    at === -1
      ? toPrintable(text.slice(0, MOST_TEXT))
      : [
          toPrintable(text.slice(from, at)),
          bold(toPrintable(text.slice(at, end))),
          toPrintable(text.slice(end, to)),
        ].join('');
  if (shown.trim() === '') return [];
  const cut = [from > 0 ? '…' : '', shown, to < text.length ? '…' : ''].join('');
  return cut.split('\n').filter((line, i, all) => line.trim() !== '' || all[i - 1]?.trim() !== '');
}

function isHidden(
  { passage }: Pick<AnswerPassage, 'passage'>,
  { reveal = false }: { readonly reveal?: boolean },
): boolean {
  return passage.band === 'secret' && !reveal;
}
