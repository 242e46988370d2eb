/** The type of a note of turns in the store. No note can say it of itself: `type` in frontmatter is one of three others. */
export const CONVERSATION_NOTE = 'conversation';
