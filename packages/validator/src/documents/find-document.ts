import type { ReadDocument } from './source-document.ts';

/** `[^1]: lease.md`, `[1]: ./lease.md "Lease"`: an answer's definition of a label. */
const DEFINITION = /^ {0,3}\[\^?([^\]\r\n]{1,80})\]:[ \t]*(.{1,400})$/gmu;

/** Returns the definition of each label in an answer. The first one of a label counts, as in Markdown. */
export function readDefinitions(answer: string): ReadonlyMap<string, string> {
  const meaning = new Map<string, string>();
  for (const [, label = '', text = ''] of answer.matchAll(DEFINITION))
    if (!meaning.has(label)) meaning.set(label, text);
  return meaning;
}

/** Finds documents by the labels of an answer. */
interface DocumentFinder {
  /** Returns the name of the document that a label means; `null` if there is none, or more than one. */
  readonly find: (label: string) => string | null;
}

/**
 * Resolves a label in this order: the document that a definition of the answer names; the name, title, file name or file name without extension of exactly one
 * document, ignoring case; the position of a document, counted from 1.
 */
export function createDocumentFinder(
  documents: readonly ReadDocument[],
  definitions: ReadonlyMap<string, string>,
): DocumentFinder {
  const namesByCall = new Map<string, Set<string>>();
  for (const { name, title } of documents) {
    const file =
      name
        .replace(/[?#].*$/u, '')
        .split(/[/\\]/u)
        .at(-1) ?? name;
    for (const call of [name, title ?? name, file, file.replace(/\.[^.]{1,8}$/u, '')]) {
      const names = namesByCall.get(fold(call)) ?? new Set();
      namesByCall.set(fold(call), names.add(name));
    }
  }
  const isNumbered = documents.every(({ name }, i) => name === String(i + 1));

  function called(call: string): string | null {
    const names = namesByCall.get(fold(call));
    return names?.size === 1 ? ([...names][0] as string) : null;
  }

  return {
    find: (label) => {
      const meaning = definitions.get(label);
      const defined = meaning === undefined ? null : (callsIn(meaning).map(called).find(Boolean) ?? null);
      if (defined !== null) return defined;
      const byName = isNumbered ? null : called(label);
      const at = /^\d{1,9}$/u.test(label) ? Number(label) - 1 : -1;
      return byName ?? documents[at]?.name ?? null;
    },
  };
}

/** Returns the possible document names in a definition: all of it, the target of a link, the words before a dash or comma. */
function callsIn(meaning: string): string[] {
  const link = /\[([^\]]*)\]\(<?([^)>\s]+)>?[^)]*\)/u.exec(meaning);
  const [bare = ''] = meaning.split(/\s+["'(]|\s[–—-]\s|,\s/u);
  return [meaning, link?.[2], link?.[1], bare].filter(
    (call) => call !== undefined && call !== '',
  ) as string[];
}

function fold(call: string): string {
  return call
    .normalize('NFKC')
    .trim()
    .replace(/^[<`"'*_]+|[>`"'*_.]+$/gu, '')
    .replace(/^\.\//u, '')
    .toLowerCase();
}
