import MiniSearch from 'minisearch';
import { questionOf, type RecallFact, recallFact } from './recall-facts.ts';

/** A separate process: it receives a question over IPC, and replies with the processor time of finding five results, in milliseconds. */
const facts = Array.from({ length: Number(process.argv[2]) }, (_, i) => recallFact(i));
const peer = openPeer();
process.on('message', (fact: number) => {
  const question = questionOf(facts[fact] as RecallFact);
  const begun = process.cpuUsage();
  peer.search(question).slice(0, 5);
  const { user, system } = process.cpuUsage(begun);
  process.send?.((user + system) / 1000);
});
process.send?.('ready');

/** Configured like the memory that recall is compared with. */
function openPeer(): MiniSearch {
  const search = new MiniSearch({
    fields: ['content', 'tags', 'category'],
    storeFields: ['content'],
    searchOptions: {
      boost: { tags: 2, category: 1.5, content: 1 },
      fuzzy: 0.2,
      prefix: true,
      combineWith: 'OR',
    },
    tokenize: (text) => text.toLowerCase().split(/[\s\-_./]+/),
  });
  search.addAll(
    facts.map(({ id, content, entity, tags }) => ({ id, content, tags: tags.join(' '), category: entity })),
  );
  return search;
}
