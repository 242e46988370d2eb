/** A document of TimeQA with its questions and their labelled answers. */
export interface Document {
  readonly link: string;
  readonly paras: readonly string[];
  readonly questions: readonly (readonly [string, readonly { readonly answer: string }[]])[];
}

/** A document as a note. */
export function noteOf({ link, paras }: Document): { readonly name: string; readonly text: string } {
  const name = link.replace(/^\/wiki\//, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  const [title = name, ...rest] = paras;
  return { name: `${name}.md`, text: `# ${title}\n\n${rest.join('\n\n')}\n` };
}

/** Text to compare: lower case, one space between words. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}
