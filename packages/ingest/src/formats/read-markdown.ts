import { parseNote } from '@memora/vault';
import { decodeText } from '../text/decode-text.ts';
import type { FormatReader } from './format-reader.ts';

/** Markdown stays as it is; of its frontmatter, only properties of the document are kept. */
export const reader: FormatReader = {
  extractor: 'memora-markdown@1',
  read: async ({ bytes, charset, name }) => {
    const { text, encoding } = await decodeText(bytes, charset);
    const whole = new TextEncoder().encode(text);
    const { frontmatter, body, title, blocks } = parseNote(whole, {
      path: name?.replace(/[\\/]/g, '-') ?? '-.md',
    });
    const heading = blocks.find(({ kind }) => kind === 'heading');
    const published = frontmatter.validFrom ?? frontmatter.date;
    const { privacy } = frontmatter;
    return {
      ...(frontmatter.title !== null || heading !== undefined ? { title: frontmatter.title ?? title } : {}),
      blocks: [
        { text: new TextDecoder().decode(whole.subarray(body.start, body.end)).replace(/^\n+|\s+$/g, '') },
      ],
      meta: {
        encoding,
        authors: namesOf(frontmatter.fields.get('authors') ?? frontmatter.fields.get('author')),
        ...(published === null ? {} : { published }),
        ...(privacy === null || privacy === 'public' ? {} : { privacy }),
      },
    };
  },
};

function namesOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((each): each is string => typeof each === 'string' && each.trim() !== '');
}
