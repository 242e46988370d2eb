import type { NewTurn } from '@memora/vault';
import type { Conversation, ConversationProblem } from '../conversation.ts';
import { isObject, isText, type JsonObject } from '../messages/message-like.ts';
import { toRole } from '../messages/to-role.ts';
import { toTime } from '../messages/to-time.ts';
import { toTurns } from '../messages/to-turns.ts';

/** Reads one element of Claude's `conversations.json`: its messages with the text of attachments. */
export function readClaude(element: JsonObject): (Conversation | ConversationProblem)[] {
  const { uuid, name, chat_messages: messages } = element;
  if (!isText(uuid) || !Array.isArray(messages))
    return [{ problem: 'CONVERSATION_INVALID', message: 'It has no uuid or no messages.' }];
  const turns: NewTurn[] = [];
  for (const message of messages) if (isObject(message)) addTurns(message, turns);
  return [{ id: uuid, source: 'claude', ...(isText(name) ? { title: name } : {}), turns }];
}

function addTurns({ sender, created_at, attachments, content, text }: JsonObject, into: NewTurn[]): void {
  const role = toRole(sender) ?? 'tool';
  const at = toTime(created_at);
  const said: Pick<NewTurn, 'role' | 'at'> = at === undefined ? { role } : { role, at };
  if (Array.isArray(attachments))
    for (const each of attachments) {
      if (!isObject(each) || !isText(each.extracted_content)) continue;
      const name = isText(each.file_name) ? { name: each.file_name } : {};
      into.push({ ...said, ...name, text: each.extracted_content, attached: true });
    }
  const parts = Array.isArray(content) ? toTurns([{ role, content }]) : [];
  // Older exports have only the text, newer ones both.
  if (parts.length === 0 && isText(text)) into.push({ ...said, text });
  for (const part of parts) into.push(at === undefined ? part : { ...part, at });
}
