const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/** What a cue says without tags, styles and entities, with single spaces. */
export type ToPlain = (text: string) => string;

/** What is as cheap as can be for the captions of a text, `byteLength` bytes long. */
export function toPlainOf(text: string, byteLength: number): ToPlain {
  return isTidy(text, byteLength) ? toPlainOfTidy : toPlain;
}

function toPlain(text: string): string {
  let plain = text;
  if (plain.includes('<')) plain = plain.replace(/<\/?(?:[cibuv]|ruby|rt|lang|font|\d)[^>]*>/gi, '');
  if (plain.includes('{')) plain = plain.replace(/\{\\[^}]*\}/g, '');
  if (plain.includes('&'))
    plain = plain.replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (name) => ENTITIES[name] ?? '');
  return (/[^\S ]| {2}/.test(plain) ? plain.replace(/\s+/g, ' ') : plain).trim();
}

/** True for captions in ASCII whose words have single spaces between them: asked once, not once a line. */
function isTidy(text: string, byteLength: number): boolean {
  return (
    text.length === byteLength && !['\t', '\v', '\f', '&', '{', '  '].some((sign) => text.includes(sign))
  );
}

function toPlainOfTidy(text: string): string {
  return text.includes('<') ? toPlain(text) : text.trim();
}
