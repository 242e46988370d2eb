import { spellTreacherous } from '@memora/language/text';

/**
 * Escapes text for element content and quoted attributes of HTML. Control characters that could reorder or
 * hide text are shown as code points.
 */
export function escapeMarkup(text: string): string {
  return spellTreacherous(text.replace(/[&<>"'`]/gu, (character) => `&#${character.charCodeAt(0)};`)).replace(
    /[\v\f]/gu,
    ' ',
  );
}
