import { type Answer, type Memory, readSourceLines } from '@memora/engine';
import type { Output } from './create-output.ts';
import { toOneLine } from './format-claim.ts';
import { formatSource } from './format-source.ts';

/** Each sentence of an answer with its source line beneath it. */
export async function formatAnswer(
  answer: Answer,
  memory: Pick<Memory, 'readNote' | 'settings'>,
  output: Output,
  options: { readonly reveal?: boolean } = {},
): Promise<string[]> {
  if (answer.cleanText === '') {
    return ['The notes do not say.', ...formatNearest(answer, output)];
  }
  const lines: string[] = [];
  for (const statement of answer.report.statements) {
    if (!statement.supported) continue;
    lines.push(stripMarkers(toOneLine(statement.text)));
    for (const index of statement.checks) {
      const check = answer.report.checks[index];
      if (check?.status !== 'verified' || check.notePath === null || check.span === null) continue;
      const bytes = await memory.readNote(check.notePath);
      const source =
        bytes === null
          ? null
          : readSourceLines(bytes, check.span, {
              ...options,
              detector: memory.settings.config.privacy.detector,
            });
      if (source === null) continue;
      const [place = '', ...body] = formatSource(check.notePath, source, output);
      lines.push(`    ${place}  ${output.style('dim', `[claim:${check.claimId}]`)}`);
      lines.push(...body.map((line) => `    ${output.style('dim', line)}`));
    }
  }
  const { verifiedCount } = answer.report;
  lines.push(
    '',
    output.style(
      'green',
      `✓ ${verifiedCount} citation${verifiedCount === 1 ? '' : 's'} re-read and re-hashed`,
    ),
  );
  return lines;
}

function formatNearest(answer: Answer, output: Output): string[] {
  const titles = [
    ...new Set(answer.hits.filter((hit) => hit.claim.band !== 'secret').map((hit) => hit.claim.notePath)),
  ];
  if (titles.length === 0) return [];
  return ['', 'Nearest:', ...titles.slice(0, 3).map((path) => `  ${output.style('cyan', path)}`)];
}

/** A person reads the source line beneath, so the markers are left out of the sentence. */
function stripMarkers(text: string): string {
  return text.replace(/\s*\[claim:[^\]]*\]/giu, '').trim();
}
