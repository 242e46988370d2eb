export {
  CONVERSATION_FORMATS,
  type Conversation,
  type ConversationFormat,
  type ConversationProblem,
  type ConversationProblemCode,
} from './conversation.ts';
export {
  type ImportConversationsOptions,
  type ImportedConversation,
  importConversations,
} from './import/import-conversations.ts';
export { type SealOptions, sealTurn, type TurnDetector } from './import/seal-turn.ts';
export { toTurnKey } from './import/to-turn-key.ts';
export type { MessageLike } from './messages/message-like.ts';
export { toTurns } from './messages/to-turns.ts';
export { type ReadConversationsOptions, readConversations } from './read-conversations.ts';
