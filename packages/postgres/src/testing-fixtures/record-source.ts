import type { ClaimFilter } from '@memora/claims';
import type { RetrievalSource } from '@memora/retrieval';
import type { Vocabulary } from '@memora/retrieval/internal';

type Ask = (...args: never[]) => unknown;
const NOBODY: Ask = () => undefined;

/** Records a source's answers and replays them in order without requests, to measure the retriever alone. */
export function recordSource(source: RetrievalSource): {
  readonly source: RetrievalSource;
  readonly replay: () => RetrievalSource;
} {
  const answers = new Map<string, unknown[]>();
  const [counts, lists] = [new Map<string, number>(), new Map<string, readonly string[]>()];
  const keep = (name: string, ask: Ask): Ask =>
    ((...args: never[]) => {
      const kept = answers.get(name) ?? [];
      answers.set(name, kept);
      const at = kept.push(undefined) - 1;
      const answer = ask(...args);
      if (answer instanceof Promise)
        return answer.then((value: unknown) => {
          kept[at] = value;
          return value;
        });
      kept[at] = answer;
      return answer;
    }) as Ask;
  /** Wraps all calls of a part. */
  const through = <Part extends object>(part: Part, prefix: string, wrap: (name: string, ask: Ask) => Ask) =>
    Object.fromEntries(
      Object.entries(part).map(([name, each]) => [
        name,
        typeof each === 'function' ? wrap(`${prefix}${name}`, each as Ask) : each,
      ]),
    ) as Part;
  const build = (wrap: (name: string, ask: Ask) => Ask, counted: (vocabulary: Vocabulary) => Vocabulary) => ({
    ...through(source, '', wrap),
    candidates: (filter: ClaimFilter) =>
      wrap('candidates', (wrap === keep ? source.candidates(filter) : NOBODY) as Ask) as ReturnType<
        RetrievalSource['candidates']
      >,
    lexical: {
      ...through(source.lexical, 'lexical.', wrap),
      withVocabulary: <Result>(languages: readonly string[], read: (vocabulary: Vocabulary) => Result) =>
        wrap === keep
          ? source.lexical.withVocabulary(languages, (vocabulary) => read(counted(vocabulary)))
          : read({
              languages,
              documentsWith: (term) => counts.get(term) ?? 0,
              termsWithPrefix: (prefix, most) => lists.get(`${most} ${prefix}`) ?? [],
            }),
    },
    graph: through(source.graph, 'graph.', wrap),
  });
  return {
    source: build(keep, (vocabulary) => ({
      ...vocabulary,
      documentsWith: (term) => {
        const count = vocabulary.documentsWith(term);
        counts.set(term, count);
        return count;
      },
      termsWithPrefix: (prefix, most) => {
        const found = vocabulary.termsWithPrefix(prefix, most);
        lists.set(`${most} ${prefix}`, found);
        return found;
      },
    })),
    replay: () => {
      const next = new Map<string, number>();
      return build(
        (name) => () => {
          const at = next.get(name) ?? 0;
          next.set(name, at + 1);
          return answers.get(name)?.[at];
        },
        (vocabulary) => vocabulary,
      );
    },
  };
}
