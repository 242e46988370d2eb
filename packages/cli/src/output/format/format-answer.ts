import { type Answer, readSourceLines } from '@memora/engine';
import { nameBehind } from '@memora/engine/json';
import type { Output } from '../create-output.ts';
import { toOneLine, toPrintable } from './format-claim.ts';
import { formatSource } from './format-source.ts';
import { findSource, type SourceMemory } from './print-claim-source.ts';

/** Each sentence of an answer with its source line beneath it; a line of which several sentences are told stands there once. */
export async function formatAnswer(
  answer: Answer,
  memory: SourceMemory,
  output: Output,
  options: { readonly reveal?: boolean } = {},
): Promise<string[]> {
  if (answer.cleanText === '') {
    return ['The notes do not say.', ...(await formatNearest(answer, memory, output, options))];
  }
  const lines: string[] = [];
  let title = '';
  const told = new Set<string>();
  for (const statement of answer.report.statements) {
    if (!statement.supported) continue;
    const over = titleOver(answer, statement);
    if (over !== null && over !== title)
      lines.push(...(title === '' ? [] : ['']), output.style('bold', over));
    title = over ?? title;
    const code = readFence(statement.text);
    lines.push(...(code ?? [stripMarkers(toOneLine(statement.text))]));
    for (const index of statement.checks) {
      const check = answer.report.checks[index];
      if (check?.status !== 'verified' || check.notePath === null || check.span === null) continue;
      const bytes = await memory.readNote(check.notePath, { of: answer });
      const source =
        bytes === null
          ? null
          : await readSourceLines(bytes, check.span, {
              ...options,
              detector: memory.settings.config.privacy.detector,
              defaultBand: memory.settings.config.privacy.defaultNotePrivacy,
            });
      if (source === null) continue;
      const [place = '', ...body] = formatSource(check.notePath, source, output);
      lines.push(`    ${place}  ${output.style('dim', `[claim:${check.claimId}]`)}`);
      if (check.anchor !== undefined)
        lines.push(`    ${output.style('cyan', toOneLine(check.anchor.label))}`);
      // Code is told line by line as it stands.
      if (code !== null || told.has(`${check.notePath}\0${source.text}`)) continue;
      told.add(`${check.notePath}\0${source.text}`);
      lines.push(...body.map((line) => `    ${output.style('dim', line)}`));
    }
  }
  const { verifiedCount } = answer.report;
  lines.push(
    '',
    output.style(
      'green',
      `✓ ${verifiedCount} citation${verifiedCount === 1 ? '' : 's'} re-read and re-hashed: quotes match the files`,
    ),
  );
  return lines;
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
      lines.push(...formatSource(claim.notePath, source, output).map((line) => `  ${line}`));
  }
  return lines.length === 0 ? [] : ['', 'Not an answer, but the nearest:', ...lines];
}

/** What a reader should know of the claims that an answer cites. */
export function describeNotices(answer: Answer, options: { readonly reveal?: boolean } = {}): string[] {
  const { redacted, superseded, contested, stale, gone } = answer.notices;
  const behind = nameBehind(answer, options);
  const list = (ids: readonly string[]) => ids.join(', ');
  return [
    contested.length === 0 ? '' : `contradicted by another claim: ${list(contested)} (memora contradictions)`,
    stale.length === 0 ? '' : `rests on something that fell: ${list(stale)} (memora stale)`,
    superseded.length === 0 ? '' : `holds no more: ${list(superseded)} (memora claims history ID)`,
    gone.length === 0 ? '' : `known then, and no longer in the notes: ${list(gone)} (memora claims show ID)`,
    behind.length === 0 ? '' : describeBehind(behind),
    redacted === 0
      ? ''
      : `${redacted} secret claim${redacted === 1 ? ' was' : 's were'} redacted for the model`,
  ].filter((notice) => notice !== '');
}

/** Which notes were not searched as they are now, and what helps. */
export function describeBehind(behind: readonly string[]): string {
  return `the index is behind: ${behind.join(', ')} changed since; memora index brings it up to date`;
}

/** As {@link stripMarkers}; what stands before them stays as it is. */
function stripMarkersAfter(line: string): string {
  return line.replace(/\s*\[claim:[^\]]*\]/giu, '').trimEnd();
}

/** A person reads the source line beneath, so the markers are left out of the sentence. */
function stripMarkers(text: string): string {
  return text.replace(/\s*\[claim:[^\]]*\]/giu, '').trim();
}
