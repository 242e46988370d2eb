import { toPlain } from './to-plain.ts';

export interface Said {
  readonly speaker: string | null;
  readonly text: string;
}

const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]{1,80})>/i;
/** `ALICE:`, `Alice Smith:`, `>> ALICE:` at the beginning of a text. */
const NAMED =
  /^(?:>>+\s*)?(?:- ?)?((?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|\p{Lo}[\p{L}\p{M}]{0,20})(?: (?:\p{Lu}[\p{L}\p{M}\d.'’-]{0,30}|\d{1,3})){0,3}):\s+(?=\S)/u;

/** The text of one cue, by one speaker or, with dashes, by several. */
export function splitSpeakers(lines: readonly string[]): Said[] {
  const all: { speaker: string | null; text: string }[] = [];
  for (const line of lines) {
    for (const part of line.includes('<', 1) ? line.split(/(?=<v[\s.])/i) : [line]) {
      const voice = part.includes('<') ? VOICE.exec(part)?.[1] : undefined;
      const plain = toPlain(part);
      const named = voice === undefined && plain.includes(':') ? NAMED.exec(plain) : null;
      const speaker = voice === undefined ? (named?.[1] ?? null) : toPlain(voice);
      const text = named === null ? plain : plain.slice(named[0].length);
      const isNew = speaker !== null || /^(?:>>|- ?\S)/.test(plain);
      const last = all.at(-1);
      if (isNew || last === undefined) all.push({ speaker, text: text.replace(/^(?:>>+|-) ?/, '').trim() });
      else last.text = `${last.text} ${text}`.trim();
    }
  }
  return all.filter(({ text }) => text !== '');
}
