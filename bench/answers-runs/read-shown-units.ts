import type { ShownUnit } from './judge-answer.ts';

/** As much of an answer as the bench reads; any build's answer has it. */
export interface ReadableAnswer {
  readonly cleanText: string;
  readonly hits: readonly { readonly claim: { readonly id: string; readonly notePath: string } }[];
  /** The time that it is about, where the answer says so. */
  readonly asOf?: string;
}

/**
 * What a reader is shown of an answer, in order: each bullet of its clean text with what is indented under it, each numbered list, each
 * paragraph and each code block, and the notes that its citations name. A line that only introduces (no citation of its own) goes with what follows.
 */
export function readShownUnits({ cleanText, hits }: ReadableAnswer): ShownUnit[] {
  const noteById = new Map(hits.map(({ claim }) => [claim.id, claim.notePath]));
  const units: ShownUnit[] = [];
  let waiting = '';
  for (const block of cutBlocks(cleanText)) {
    const whole = waiting === '' ? block : `${waiting}\n${block}`;
    const ids = Array.from(whole.matchAll(/\[claim:([^\]]+)\]/gu), ([, list = '']) =>
      list.split(/[,\s]+/u),
    ).flat();
    const notes = new Set(ids.flatMap((id) => noteById.get(id) ?? []));
    if (notes.size === 0) waiting = whole;
    else {
      units.push({ text: withoutCitations(whole), notes: [...notes] });
      waiting = '';
    }
  }
  const last = units.at(-1);
  // What stands behind the last citation belongs to the unit that it closes.
  return waiting === '' || last === undefined
    ? units
    : [...units.slice(0, -1), { ...last, text: `${last.text}\n${withoutCitations(waiting)}` }];
}

function withoutCitations(text: string): string {
  return text.replace(/ ?\[claim:[^\]]*\]/gu, '').trim();
}

/** Top-level blocks: a bullet with its indented lines, a whole numbered list, a fence, a run of other lines. */
function cutBlocks(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fenced = false;
  let numbered = false;
  const finish = () => {
    if (block.some((line) => line.trim() !== '')) blocks.push(block.join('\n').trimEnd());
    block = [];
  };
  for (const line of text.split('\n')) {
    const isFence = /^\s*(?:`{3,}|~{3,})/u.test(line);
    const isNumbered = /^\d{1,9}[.)]\s/u.test(line);
    const startsItem = /^[-*+]\s/u.test(line) || (isNumbered && !numbered);
    if (!fenced && (startsItem || line.trim() === '' || (isFence && /^\S/u.test(line)))) finish();
    if (isFence) fenced = !fenced;
    if (!fenced && /^\S/u.test(line)) numbered = isNumbered;
    block.push(line);
  }
  finish();
  return blocks;
}
