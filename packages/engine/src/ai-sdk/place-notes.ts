import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { FoundNotes } from './find-notes.ts';

/** Returns the prompt with the found notes: the rules after the caller's own system messages, the passages before the words of the last user message. */
export function placeNotes(
  prompt: LanguageModelV4Prompt,
  { instructions, notes }: Pick<FoundNotes, 'instructions' | 'notes'>,
): LanguageModelV4Prompt {
  const last = prompt.findLastIndex(({ role }) => role === 'user');
  const placed = prompt.map((message, at) =>
    at === last && message.role === 'user' && notes !== ''
      ? { ...message, content: [{ type: 'text' as const, text: notes }, ...message.content] }
      : message,
  );
  if (instructions === '') return placed;
  const firstOther = placed.findIndex(({ role }) => role !== 'system');
  const head = firstOther < 0 ? placed.length : firstOther;
  return [...placed.slice(0, head), { role: 'system', content: instructions }, ...placed.slice(head)];
}
