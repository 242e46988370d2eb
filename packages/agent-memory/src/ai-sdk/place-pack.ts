import type { LanguageModelV4Prompt } from '@ai-sdk/provider';

/** A user's message, by its position and text: a tool loop continues with the same one. */
export interface UserTurn {
  readonly at: number;
  readonly text: string;
}

/** The last message of the user; null if there is none. */
export function lastUserTurn(prompt: LanguageModelV4Prompt): UserTurn | null {
  const at = prompt.findLastIndex(({ role }) => role === 'user');
  const message = prompt[at];
  if (message?.role !== 'user') return null;
  const text = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { at, text };
}

/** The prompt with a pack in its two places: after the host's own system messages, and before the text of the last user message. */
export function placePack(
  prompt: LanguageModelV4Prompt,
  { prefix, turn }: { readonly prefix: string; readonly turn: string },
): LanguageModelV4Prompt {
  const last = prompt.findLastIndex(({ role }) => role === 'user');
  const firstOther = prompt.findIndex(({ role }) => role !== 'system');
  const head = firstOther < 0 ? prompt.length : firstOther;
  const placed = prompt.map((message, i) =>
    i === last && message.role === 'user' && turn !== ''
      ? { ...message, content: [{ type: 'text' as const, text: turn }, ...message.content] }
      : message,
  );
  return [...placed.slice(0, head), { role: 'system', content: prefix }, ...placed.slice(head)];
}
