const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/** The text of a cue without tags, styles and entities, with single spaces. */
export function toPlain(text: string): string {
  let plain = text;
  if (plain.includes('<')) plain = plain.replace(/<\/?(?:[cibuv]|ruby|rt|lang|font|\d)[^>]*>/gi, '');
  if (plain.includes('{')) plain = plain.replace(/\{\\[^}]*\}/g, '');
  if (plain.includes('&'))
    plain = plain.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (name) => ENTITIES[name] ?? '');
  return (/[^\S ]| {2}/.test(plain) ? plain.replace(/\s+/g, ' ') : plain).trim();
}
