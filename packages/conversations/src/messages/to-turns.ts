import type { NewTurn } from '@memora/vault';
import { isObject, isText, type JsonObject, type MessageLike } from './message-like.ts';
import { toRole } from './to-role.ts';
import { toTime } from './to-time.ts';

/**
 * Converts messages of the AI SDK, OpenAI or Anthropic to turns, in order. A tool's result is a turn of the tool, whichever message carries it; a file or
 * document is an attached turn of its speaker; reasoning and tool calls are left out. A message of an unknown role becomes a turn of a tool, which is trusted
 * least. Never throws.
 */
export function toTurns(messages: readonly MessageLike[]): NewTurn[] {
  return messages.flatMap((message) => (isObject(message) ? turnsOfMessage(message) : []));
}

/** The properties that all turns of a message share. */
interface Said {
  readonly role: NewTurn['role'];
  readonly at?: string;
  readonly name?: string;
}

function turnsOfMessage(message: MessageLike): NewTurn[] {
  const at = toTime(message.createdAt ?? message.created_at ?? message.timestamp);
  const time = at === undefined ? {} : { at };
  if (message.type === 'function_call_output') return toolTurn(message.output, undefined, time);
  if (message.role === undefined && message.type !== 'message') return [];
  const role = toRole(message.role);
  const name = isText(message.name)
    ? message.name
    : role === null
      ? String(message.role ?? 'unknown')
      : undefined;
  const said: Said = { role: role ?? 'tool', ...time, ...(name === undefined ? {} : { name }) };
  const parts = Array.isArray(message.parts) ? message.parts : message.content;
  if (isText(parts)) return [{ ...said, text: parts }];
  return Array.isArray(parts) ? joinText(parts.flatMap((part) => turnsOfPart(part, said))) : [];
}

const TEXT = new Set(['text', 'input_text', 'output_text']);
const RESULTS = new Set(['tool-result', 'tool_result', 'mcp_tool_result', 'web_search_tool_result']);

function turnsOfPart(part: unknown, said: Said): NewTurn[] {
  if (isText(part)) return [{ ...said, text: part }];
  if (!isObject(part) || typeof part.type !== 'string') return [];
  const { type } = part;
  if (TEXT.has(type)) return isText(part.text) ? [{ ...said, text: part.text }] : [];
  const time = said.at === undefined ? {} : { at: said.at };
  if (RESULTS.has(type)) return toolTurn(part.output ?? part.content ?? part.result, nameOfTool(part), time);
  // A UI part of the AI SDK for a call and its result: `tool-weather`, `dynamic-tool`.
  if (type.startsWith('tool-') || type === 'dynamic-tool')
    return toolTurn(part.output, nameOfTool(part), time);
  return attachedTurn(part, said);
}

function nameOfTool(part: JsonObject): string | undefined {
  const { type } = part;
  const found = [part.toolName, part.name, part.tool_name].find(isText);
  return found ?? (typeof type === 'string' && /^tool-(?!result$)/u.test(type) ? type.slice(5) : undefined);
}

function toolTurn(output: unknown, name: string | undefined, time: { at?: string }): NewTurn[] {
  const text = toText(output);
  return text === '' ? [] : [{ role: 'tool', ...time, ...(name === undefined ? {} : { name }), text }];
}

/** Attached text. A file without text leaves nothing to cite. */
function attachedTurn(part: JsonObject, said: Said): NewTurn[] {
  if (part.type !== 'document' && part.type !== 'file' && part.type !== 'input_file') return [];
  const source = isObject(part.source) ? part.source : part;
  const data = source.media_type === 'text/plain' ? source.data : (source.text ?? part.extracted_content);
  if (!isText(data)) return [];
  const name = [part.title, part.filename, part.name].find(isText);
  return [{ ...said, ...(name === undefined ? {} : { name }), text: data, attached: true }];
}

/** How deep a tool's result is searched for text; deeper values are written as JSON. */
const DEEPEST = 4;

/** A tool's result as text: its own texts if it has any, otherwise JSON. */
function toText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (depth < DEEPEST && Array.isArray(value))
    return value
      .map((each) => toText(each, depth + 1))
      .filter(Boolean)
      .join('\n');
  if (depth < DEEPEST && isObject(value)) {
    if (isText(value.text)) return value.text;
    if ('value' in value && typeof value.type === 'string') return toText(value.value, depth + 1);
    if ('content' in value) return toText(value.content, depth + 1);
  }
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** Joins the text parts of one message to one turn. */
function joinText(turns: readonly NewTurn[]): NewTurn[] {
  const joined: NewTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    const isSame =
      last !== undefined && last.role === turn.role && last.name === turn.name && turn.role !== 'tool';
    if (isSame && last.attached !== true && turn.attached !== true)
      joined[joined.length - 1] = { ...last, text: `${last.text}\n\n${turn.text}` };
    else joined.push(turn);
  }
  return joined;
}
