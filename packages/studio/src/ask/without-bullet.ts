/** A line without the bullet, number or box that it begins with. */
export function withoutBullet(text: string): string {
  return text.replace(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/iu, '').trim();
}
