const WIDE = /[０-９Ａ-Ｚａ-ｚ]/gu;

/** Replaces full-width letters and digits (`ＩＡＥＡ`, `３月`) and non-breaking hyphens by plain ones. Every character keeps its place. */
export function toHalfWidth(text: string): string {
  return text
    .replace(WIDE, (sign) => sign.normalize('NFKC'))
    .replaceAll('‑', '-')
    .replaceAll('‐', '-');
}
