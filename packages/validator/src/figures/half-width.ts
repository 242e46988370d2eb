const WIDE = /[０-９Ａ-Ｚａ-ｚ]/gu;

/** Letters and digits that East Asian fonts write as wide as an ideograph, as the plain ones: `ＩＡＥＡ`, `３月`, and hyphens that break no line as plain ones. Every sign stays in its place. */
export function toHalfWidth(text: string): string {
  return text
    .replace(WIDE, (sign) => sign.normalize('NFKC'))
    .replaceAll('‑', '-')
    .replaceAll('‐', '-');
}
