/** Longer titles hide the sentence beside them. */
const LONGEST = 36;

/** How a note is named beside a sentence: its title, or the name of its file where the title is long. */
export function shortTitle({ title, path }: { readonly title: string; readonly path: string }): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const name = file.endsWith('.md') ? file.slice(0, -3) : file;
  return title.length > LONGEST ? name : title;
}
