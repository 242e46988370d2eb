import type { NewTurn } from '@memora/vault';
import type { Conversation, ConversationProblem } from '../conversation.ts';
import { isObject, isText, type JsonObject } from '../messages/message-like.ts';
import { toRole } from '../messages/to-role.ts';
import { toTime } from '../messages/to-time.ts';
import { toTurns } from '../messages/to-turns.ts';

/** One element of Claude's `conversations.json`: its messages with the text of what was attached. */
export function readClaude(element: JsonObject): (Conversation | ConversationProblem)[] {
  const { uuid, name, chat_messages: messages } = element;
  if (!isText(uuid) || !Array.isArray(messages))
    return [{ problem: 'CONVERSATION_INVALID', message: 'It has no uuid or no messages.' }];
  const turns = messages.flatMap((message) => (isObject(message) ? turnsOf(message) : []));
  return [{ id: uuid, source: 'claude', ...(isText(name) ? { title: name } : {}), turns }];
}

function turnsOf(message: JsonObject): NewTurn[] {
  const role = toRole(message.sender) ?? 'tool';
  const at = toTime(message.created_at);
  const time = at === undefined ? {} : { at };
  const attachments = Array.isArray(message.attachments) ? message.attachments : [];
  const parts = Array.isArray(message.content) ? toTurns([{ role, content: message.content }]) : [];
  // Older exports have the text alone, newer ones both.
  const said = parts.length > 0 || !isText(message.text) ? parts : [{ role, text: message.text }];
  return [
    ...attachments.flatMap((each): NewTurn[] => {
      if (!isObject(each) || !isText(each.extracted_content)) return [];
      const name = isText(each.file_name) ? { name: each.file_name } : {};
      return [{ role, ...time, ...name, text: each.extracted_content, attached: true }];
    }),
    ...said.map((turn) => ({ ...turn, ...time })),
  ];
}
