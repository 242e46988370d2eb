/** How much of a text of the vault is shown where, in code points. */
export const SHOWN = { name: 160, line: 160, span: 800 } as const;

/** Controls that reorder or hide what stands around them; they are shown as code points instead of doing their work. */
const TREACHEROUS =
  /[\0-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc\ud800-\udfff\u{e0000}-\u{e0fff}]/gu;

/**
 * Text of a note as it may be shown: on one line, cut to `most` code points, with controls that could reorder or hide text
 * spelt out. It is still text: escape it where it becomes HTML.
 */
export function displayText(text: string, most: number): string {
  // Only as much as can be shown is looked at: a title may be a megabyte.
  const head = text.slice(0, most * 8);
  const line = head.replace(TREACHEROUS, spell).replace(/\s+/gu, ' ');
  const points = [...line];
  if (points.length > most) return `${points.slice(0, most - 1).join('')}…`;
  return head.length < text.length ? `${line}…` : line;
}

/** The end of a text, cut at its start. */
export function displayTail(text: string, most: number): string {
  const tail = text.slice(-most * 8);
  const points = [...tail.replace(TREACHEROUS, spell).replace(/\s+/gu, ' ')];
  const cut = points.length > most || tail.length < text.length;
  return cut ? `…${points.slice(1 - most).join('')}` : points.join('');
}

function spell(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
