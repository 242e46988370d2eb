import type { NewTurn } from '@memora/vault';
import type { Conversation, ConversationProblem } from '../conversation.ts';
import { isObject, isText, type JsonObject } from '../messages/message-like.ts';
import { toRole } from '../messages/to-role.ts';
import { toTime } from '../messages/to-time.ts';

/**
 * Reads one element of ChatGPT's `conversations.json`: the thread from `current_node` upwards, which its user saw last. Other branches are left out, and so are
 * hidden messages and those of weight 0.
 */
export function readChatGpt(element: JsonObject): (Conversation | ConversationProblem)[] {
  const id = [element.conversation_id, element.id].find(isText);
  const mapping = element.mapping;
  if (id === undefined || !isObject(mapping))
    return [{ problem: 'CONVERSATION_INVALID', message: 'It has no id or no messages.' }];
  const problems: ConversationProblem[] = [];
  const thread: JsonObject[] = [];
  const seen = new Set<string>();
  for (let at = startOf(element, mapping); at !== null; ) {
    if (seen.has(at)) {
      problems.push({
        problem: 'GRAPH_CYCLE',
        id,
        message: 'A message is its own ancestor; the thread was read up to it.',
      });
      break;
    }
    seen.add(at);
    const node = mapping[at];
    if (!isObject(node)) break;
    if (isObject(node.message)) thread.push(node.message);
    at = isText(node.parent) ? node.parent : null;
  }
  const turns = thread.reverse().flatMap(turnsOf);
  const title = isText(element.title) ? { title: element.title } : {};
  return [...problems, { id, source: 'chatgpt', ...title, turns }];
}

/** The node that was open last; if the export names none, the latest node without a reply. */
function startOf(element: JsonObject, mapping: JsonObject): string | null {
  if (isText(element.current_node) && isObject(mapping[element.current_node])) return element.current_node;
  let latest: { readonly key: string; readonly time: number } | null = null;
  for (const [key, node] of Object.entries(mapping)) {
    if (!isObject(node) || (Array.isArray(node.children) && node.children.length > 0)) continue;
    const time =
      isObject(node.message) && typeof node.message.create_time === 'number' ? node.message.create_time : 0;
    if (latest === null || time >= latest.time) latest = { key, time };
  }
  return latest?.key ?? null;
}

/** Content types that a tool wrote, whatever author the export gives: pages, results of code, files that a search opened. */
const OF_TOOLS = new Set([
  'execution_output',
  'tether_quote',
  'tether_browsing_display',
  'system_error',
  'computer_output',
]);
/** Content types that are not utterances: reasoning, and custom instructions. */
const LEFT_OUT = new Set(['thoughts', 'reasoning_recap', 'user_editable_context', 'model_editable_context']);

function turnsOf(message: JsonObject): NewTurn[] {
  const { author, content, metadata, weight } = message;
  if (weight === 0 || (isObject(metadata) && metadata.is_visually_hidden_from_conversation === true))
    return [];
  if (!isObject(author) || !isObject(content)) return [];
  const type = String(content.content_type ?? 'text');
  const text = textOf(content);
  if (LEFT_OUT.has(type) || text === '') return [];
  const role = OF_TOOLS.has(type) ? 'tool' : toRole(author.role);
  const name = isText(author.name) ? author.name : role === null ? String(author.role) : undefined;
  const at = toTime(message.create_time);
  return [
    {
      role: role ?? 'tool',
      ...(at === undefined ? {} : { at }),
      ...(name === undefined ? {} : { name }),
      text,
    },
  ];
}

/** The text of a message; pictures and sounds have none. */
function textOf({ parts, text, result }: JsonObject): string {
  if (!Array.isArray(parts)) return [text, result].find(isText) ?? '';
  return parts
    .map((part) => (isText(part) ? part : isObject(part) && isText(part.text) ? part.text : ''))
    .filter((part) => part !== '')
    .join('\n\n');
}
