import { join } from 'node:path';
import type { SourceLines } from '@memora/engine';
import type { Output } from '../create-output.ts';
import { toOneLine, toPrintable } from './format-claim.ts';

/**
 * The source of a claim for a person: `note:line`, which opens the note on a terminal that supports it. Below
 * it is the line that introduces its list, if there is one, and the line with the span marked, by underlining on a terminal and by ⟦ ⟧ in a pipe.
 */
export function formatSource(
  note: string,
  lines: SourceLines,
  output: Pick<Output, 'link' | 'style'>,
  vault: string,
): string[] {
  const { text, marked, above } = lines;
  const body = [
    toPrintable(text.slice(0, marked.start)),
    markSpan(toPrintable(text.slice(marked.start, marked.end)), output),
    toPrintable(text.slice(marked.end)),
  ].join('');
  return [
    output.link(output.style('cyan', `${toOneLine(note)}:${lines.line}`), join(vault, note), lines.line),
    // An item alone can say the opposite of its list.
    ...(above === undefined ? [] : [`  ${output.style('dim', toOneLine(above))}`]),
    ...body.split('\n').map((line) => `  ${line}`),
  ];
}

function markSpan(text: string, output: Pick<Output, 'style'>): string {
  const styled = output.style('underline', text);
  return styled === text ? `⟦${text}⟧` : styled;
}
