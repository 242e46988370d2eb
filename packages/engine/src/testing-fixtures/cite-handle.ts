/** The passages of a prompt by number. */
export function readPassagesOf(body: string): readonly { readonly handle: string; readonly text: string }[] {
  const prompt = (JSON.parse(body) as { messages: { content: string }[] }).messages.at(-1)?.content ?? '';
  const [, between = ''] = /<passages[^>]*>\n([\s\S]*?)\n<\/passages/u.exec(prompt) ?? [];
  return between.split(/\n+(?=\[\d+\] )/u).flatMap((block) => {
    const [, handle, text] = /^\[(\d+)\][^\n]*\n([\s\S]*)$/u.exec(block) ?? [];
    return handle === undefined || text === undefined ? [] : [{ handle, text }];
  });
}

/** Cites words of a prompt: the handle of the passage that contains them, with the words. */
export function citeHandle(body: string, words: string): string {
  const passage = readPassagesOf(body).find(({ text }) => text.includes(words));
  return `[${passage?.handle ?? '99'}: "${words}"]`;
}
