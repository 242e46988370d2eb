import { decodeText } from '@memora/core';
import type { SegmentTask } from './extract-segment.ts';

/** Reasons for which a text alone states nothing but which are acceptable for a step of a procedure. */
export const STEP_REASONS: ReadonlySet<string> = new Set(['fragment', 'lead_in', 'code_alone']);

/** `1. `, `2) `, in a quotation too. */
const NUMBERED = /^[\s>]*\d{1,9}[.)]\s/u;
/** `Example with a tag:`, `For example:`. Counting these as steps would separate a step from its example. */
const EXAMPLE =
  /^[^\p{L}\p{N}]*(?:(?:(?:for|an?|the|this|here['’]s an?|here is an?|zum|ein|par|un|por|per|ad)\s+)?(?:examples?|beispiele?|exemples?|ejemplos?|exemplos?|esempio|esempi)(?!\p{L})|e\.\s?g\.|z\.\s?B\.|例)/iu;
const LINE_FEED = 0x0a;

/**
 * True for an item of a numbered list and for a line that introduces code: `Create the file x with the following contents:` is a step that explains the code.
 * Both are claims, so that an answer can show every step with its citation. A line that introduces an example is not a step.
 */
export function isStep({ note, bytes, index }: Pick<SegmentTask, 'note' | 'bytes' | 'index'>): boolean {
  const segment = note.segments[index];
  if (segment === undefined) return false;
  if (segment.kind === 'list_item') {
    const start = bytes.lastIndexOf(LINE_FEED, Math.max(0, segment.span.start - 1)) + 1;
    if (NUMBERED.test(decodeText(bytes.subarray(start, segment.span.start)).text)) return true;
  }
  const introduces =
    (segment.kind === 'sentence' || segment.kind === 'list_item') && /[:：]\W*$/u.test(segment.text);
  if (!introduces || EXAMPLE.test(segment.text)) return false;
  return note.segments[index + 1]?.kind === 'code' && segment.text.trim().split(/\s+/u).length > 2;
}
