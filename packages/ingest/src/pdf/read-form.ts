import type { TextItem } from './to-fragments.ts';

/** A pdf.js annotation. */
interface Annotation {
  readonly subtype?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
  readonly password?: unknown;
  readonly hidden?: unknown;
  readonly annotationFlags?: unknown;
  readonly rect?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly titleObj?: { readonly str?: unknown };
}

/** The text that a form and comments add to a page. */
interface FormText {
  /** Values of fields, at their positions. */
  readonly items: readonly TextItem[];
  /** Readers' comments, with their authors. */
  readonly comments: readonly { readonly author: string; readonly text: string }[];
  /** Invisible values. */
  readonly invisible: number;
}

/** Flags of annotations that are not shown: hidden, and not viewed. */
const HIDDEN = 2 | 32;

/** The field values of a page, such as the words in a filled form, and the comments on it. */
export function readForm(annotations: readonly unknown[]): FormText {
  const items: TextItem[] = [];
  const comments: { author: string; text: string }[] = [];
  let invisible = 0;
  for (const each of annotations as readonly Annotation[]) {
    const text = textOfValue(each);
    if (text === '') continue;
    const [x, y, right, top] = (Array.isArray(each.rect) ? each.rect : []).map(Number);
    if ((Number(each.annotationFlags ?? 0) & HIDDEN) !== 0 || each.hidden === true) invisible++;
    else if (each.subtype === 'Widget' || each.subtype === 'FreeText') {
      const [left = 0, low = 0, width = 0, height = 0] = [
        x,
        y,
        (right ?? 0) - (x ?? 0),
        (top ?? 0) - (y ?? 0),
      ];
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const size = Math.max(4, Math.min(10, height / Math.max(1, lines.length)));
      for (const [i, str] of lines.entries()) {
        const base = low + height - size * (i + 1) + Math.max(0, (height - size * lines.length) / 2);
        items.push({
          str,
          dir: 'ltr',
          transform: [size, 0, 0, size, left, base],
          width: Math.min(width, size * str.length),
        });
      }
    } else comments.push({ author: textOf(each.titleObj?.str), text });
  }
  return { items, comments, invisible };
}

function textOfValue({
  subtype,
  fieldValue,
  checkBox,
  radioButton,
  password,
  contentsObj,
}: Annotation): string {
  if (subtype === 'Widget') {
    // The value of a ticked box is only the name of its state.
    if (checkBox === true || radioButton === true) return '';
    if (password === true) return '';
    const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
    return values
      .map(textOf)
      .filter((value) => value !== '')
      .join(', ');
  }
  return subtype === 'FreeText' || subtype === 'Text' ? textOf(contentsObj?.str) : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.split('\r').join('\n').trim() : '';
}
