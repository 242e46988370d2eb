/** Escapes text for element content or a quoted attribute value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** A value as JSON that can be placed in any script element without ending it or starting another. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** HTML that is known to be safe. Only {@link html} makes it. */
export interface Html {
  readonly html: string;
}

/** The values of a template: text is escaped, HTML is inserted as it is, lists are joined, null and undefined are empty. */
type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

/** A template that escapes its text values. Write attribute values in quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (const [i, value] of values.entries()) text += `${toHtml(value)}${strings[i + 1] ?? ''}`;
  return { html: text };
}

/** Memora's own markup that does not come from a template: a style sheet, a bundled script. Never text of a note. */
export function trusted(markup: string): Html {
  return { html: markup };
}

function toHtml(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if ('html' in value) return value.html;
  return value.map(toHtml).join('');
}
