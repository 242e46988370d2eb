import { decodeText } from '@memora/core';

/** A line of frontmatter that asks for an open band in plain words. */
const OPEN = /^privacy:[ \t]*(?:public|private)[ \t]*$/u;
/** Text that may have meant that the note is secret, including misspellings. */
const MAY_HIDE = /pr?i?v|se[ck]|sc?ret|\\/iu;

/**
 * True if a note is treated as secret for one reason only: its frontmatter is not valid YAML, so its privacy
 * setting does not count. Its only mention of privacy must be a plain `privacy: public` or `privacy:
 * private`. If anything else in it may name a band, the note counts as secret.
 */
export async function meantAsOpen(bytes: Uint8Array): Promise<boolean> {
  const { readNoteHead } = await import('@memora/vault/internal');
  const { diagnostics } = readNoteHead(bytes, { defaultBand: 'private' });
  if (!diagnostics.some(({ code }) => code === 'FRONTMATTER_UNREADABLE')) return false;
  const [, ...lines] = decodeText(bytes).text.split(/\r\n|\n|\r/u);
  const closing = lines.findIndex((line) => /^---[ \t]*$/u.test(line));
  const speaking = lines.slice(0, closing).filter((line) => MAY_HIDE.test(line));
  return closing !== -1 && speaking.length > 0 && speaking.every((line) => OPEN.test(line));
}
