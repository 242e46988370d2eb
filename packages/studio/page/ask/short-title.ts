/** The longest title. A longer one hides the sentence next to it. */
const LONGEST = 36;

/** A note's name next to a sentence: its title, or its file name if the title is long. */
export function shortTitle({ title, path }: { readonly title: string; readonly path: string }): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const name = file.endsWith('.md') ? file.slice(0, -3) : file;
  return title.length > LONGEST ? name : title;
}
