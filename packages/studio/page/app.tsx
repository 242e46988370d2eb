import { AskPage } from './ask/ask-page.tsx';
import { addressOf, current, PLACES } from './current-place.ts';
import { Indexing } from './indexing.tsx';
import { KeysHelp } from './keys-help.tsx';

/** The whole page: where one can go, and where one is. */
export function App() {
  const { place } = current.value;
  return (
    <>
      <header class="top">
        <a class="brand" href={addressOf('Ask')} aria-label="Memora, to the first page">
          Memora
        </a>
        <nav aria-label="Main">
          {PLACES.map((each) => (
            <a key={each} href={addressOf(each)} aria-current={each === place ? 'page' : undefined}>
              {each}
            </a>
          ))}
        </nav>
      </header>
      <Indexing />
      <main>
        {/* Kept while another place is shown: an answer is not lost by looking at a note. */}
        <div hidden={place !== 'Ask'}>
          <AskPage />
        </div>
      </main>
      <KeysHelp />
    </>
  );
}
