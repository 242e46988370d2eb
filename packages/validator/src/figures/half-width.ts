const WIDE = /[０-９Ａ-Ｚａ-ｚ]/gu;

/**
 * Returns the text with full-width letters and digits as plain ones (`ＩＡＥＡ`, `３月`), and non-breaking hyphens
 * as plain ones. Every character keeps its place.
 */
export function toHalfWidth(text: string): string {
  return text
    .replace(WIDE, (sign) => sign.normalize('NFKC'))
    .replaceAll('‑', '-')
    .replaceAll('‐', '-');
}
