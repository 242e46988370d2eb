/** A line without its leading bullet, number or box. */
export function withoutBullet(text: string): string {
  return text.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/iu, '').trim();
}
