/** The type of a conversation note in the store. No note can set it: `type` in frontmatter has three other values. */
export const CONVERSATION_NOTE = 'conversation';
