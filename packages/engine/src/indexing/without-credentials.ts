import { hideCredentials } from '@memora/privacy/internal';
import type { NewNote } from '@memora/vault';

/** Replaces each credential in an agent's text with its name. A person may write down their own credentials. */
export function withoutCredentials(note: NewNote): {
  readonly note: NewNote;
  /** What was left out, each kind once: `AWS access key`. */
  readonly hidden: readonly string[];
} {
  if (note.source !== 'agent') return { note, hidden: [] };
  const hidden = new Set<string>();
  const plain = (text: string): string => {
    const found = hideCredentials(text);
    for (const name of found.hidden) hidden.add(name);
    return found.text;
  };
  const { region, title, tags, refs, properties } = note;
  const left = {
    ...note,
    summary: plain(note.summary),
    body: plain(note.body),
    ...(region === undefined ? {} : { region: plain(region) }),
    ...(title === undefined ? {} : { title: plain(title) }),
    ...(tags === undefined ? {} : { tags: tags.map(plain) }),
    ...(refs === undefined ? {} : { refs: refs.map(plain) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, value]) => [key, plain(value)]),
          ),
        }),
  };
  return { note: left, hidden: [...hidden] };
}
