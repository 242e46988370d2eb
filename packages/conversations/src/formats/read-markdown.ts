import type { NewTurn } from '@memora/vault';
import { toRole } from '../messages/to-role.ts';

/** A line that names the next speaker: `User:`, `**Assistant:**`, `## System`, with or without text after it. */
const HEAD =
  /^(?:#{1,6}[ \t]+)?(?:\*\*|__)?(user|human|assistant|ai|bot|model|tool|system)(?:(?:\*\*|__)?[ \t]*:(?:\*\*|__)?|(?:\*\*|__)?[ \t]*$)/iu;
/** Without a colon, only a heading names a speaker. */
const IS_HEADING = /^#{1,6}[ \t]/u;
const FENCE = /^ {0,3}(`{3,}|~{3,})/u;

/** The turns of a text whose lines name the speakers; empty if fewer than two do. Lines inside a code fence name no speaker. */
export function readRoleMarkdown(text: string): NewTurn[] {
  const turns: { role: NewTurn['role']; lines: string[] }[] = [];
  let fence = '';
  for (const line of text.split(/\r\n|\n|\r/u)) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    const head = fence === '' ? HEAD.exec(line) : null;
    if (mark !== '') fence = fence === '' ? mark : closes(mark, fence, line) ? '' : fence;
    const role = head === null || !(IS_HEADING.test(line) || head[0].includes(':')) ? null : toRole(head[1]);
    if (role !== null && head !== null) turns.push({ role, lines: [line.slice(head[0].length).trim()] });
    else turns.at(-1)?.lines.push(line);
  }
  return turns.length < 2 ? [] : turns.map(({ role, lines }) => ({ role, text: lines.join('\n').trim() }));
}

function closes(mark: string, fence: string, line: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}
