/**
 * The type of a conversation note in the store. Frontmatter can't set it, because its `type` has three other
 * values.
 */
export const CONVERSATION_NOTE = 'conversation';
