import type { NewTurn } from '@memora/vault';
import { isObject, isText, type JsonObject } from '../messages/message-like.ts';
import { toTime } from '../messages/to-time.ts';
import { toTurns } from '../messages/to-turns.ts';

/** True for a line of a Claude Code session. */
export function isClaudeCodeLine(line: JsonObject): boolean {
  return isText(line.sessionId) && typeof line.type === 'string' && ('uuid' in line || 'leafUuid' in line);
}

/**
 * The turns of one line of a session. Side chains are agents' internal talk and are left out. A `user` line counts as a person's words only if it clearly is
 * one: tool results, reminders, command output and summaries count as the tool's.
 */
export function readClaudeCodeLine(line: JsonObject): NewTurn[] {
  const { type, message } = line;
  if (line.isSidechain === true || (type !== 'user' && type !== 'assistant') || !isObject(message)) return [];
  const at = toTime(line.timestamp);
  const time = at === undefined ? {} : { at };
  const isMachines =
    line.isMeta === true ||
    line.isCompactSummary === true ||
    line.toolUseResult !== undefined ||
    (line.userType !== undefined && line.userType !== 'external');
  return toTurns([{ ...message, role: type }]).flatMap((turn) => {
    if (turn.role !== 'user') return [{ ...turn, ...time }];
    const parts = isMachines ? [{ isPersons: false, text: turn.text }] : cutMachineText(turn.text);
    return parts.map(({ isPersons, text }) =>
      isPersons ? { ...turn, ...time, text } : { role: 'tool' as const, name: 'host', ...time, text },
    );
  });
}

/**
 * An element at the beginning of a line. Hosts wrap their additions to a person's text in one, and a pasted
 * page begins with one.
 */
const ELEMENT = /(?<=^|\n)[ \t]*<([a-z][\w:-]*)(?:[ \t][^<>\n]*)?>[\s\S]*?(?:<\/\1>|$)/giu;
/** Lines that were written entirely by the host. */
const MACHINE_LINE =
  /^(?:Caveat: The messages below were generated|This session is being continued from a previous conversation|\[Request interrupted by user)/u;

function cutMachineText(text: string): { readonly isPersons: boolean; readonly text: string }[] {
  if (MACHINE_LINE.test(text.trimStart())) return [{ isPersons: false, text }];
  const parts: { isPersons: boolean; text: string }[] = [];
  const add = (isPersons: boolean, part: string): void => {
    if (part.trim() !== '') parts.push({ isPersons, text: part.trim() });
  };
  let at = 0;
  for (const match of text.matchAll(ELEMENT)) {
    add(true, text.slice(at, match.index));
    add(false, match[0]);
    at = match.index + match[0].length;
  }
  if (at === 0) return [{ isPersons: true, text }];
  add(true, text.slice(at));
  return parts;
}
