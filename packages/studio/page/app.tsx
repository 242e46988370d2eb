import type { JSX } from 'preact';
import { PLACES, type Place, TEAM_PLACES } from '../src/places.ts';
import { ActivityPage } from './activity/activity-page.tsx';
import { AskPage } from './ask/ask-page.tsx';
import { addressOf, current } from './current-place.ts';
import { GraphPage } from './graph/graph-page.tsx';
import { Indexing } from './indexing.tsx';
import { KeysHelp } from './keys-help.tsx';
import { MemoryPage } from './memory/memory-page.tsx';
import { NotesPage } from './notes/notes-page.tsx';
import { SetupPage } from './setup/setup-page.tsx';
import { team } from './team.ts';
import { TodayPage } from './today/today-page.tsx';
import { VaultSwitch } from './vaults/vault-switch.tsx';

/** The page of each place except the first. */
const PAGES: Readonly<Partial<Record<Place, () => JSX.Element>>> = {
  Notes: NotesPage,
  Today: TodayPage,
  Memory: MemoryPage,
  Activity: ActivityPage,
  Graph: GraphPage,
  Setup: SetupPage,
};

/** A team's page has only the team places. */
const isHere = (place: Place) => team === null || TEAM_PLACES.includes(place);

/** The whole page: its navigation and the current place. */
export function App() {
  const { place: named } = current.value;
  const place = isHere(named) ? named : 'Ask';
  const Page = PAGES[place];
  return (
    <>
      <header class="top">
        <a class="brand" href={addressOf('Ask')} aria-label="Memora, to the first page">
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <rect class="lit" x="1" y="7.5" width="18" height="5" rx="1.5" />
            <path d="M3 4h11M3 10h14M3 16h8" />
          </svg>
          Memora
        </a>
        {team === null ? (
          <VaultSwitch />
        ) : (
          <span class="vault-name">
            <bdi>{team}</bdi>
          </span>
        )}
        <nav aria-label="Main">
          {PLACES.filter(isHere).map((each) => (
            <a key={each} href={addressOf(each)} aria-current={each === place ? 'page' : undefined}>
              {each}
            </a>
          ))}
        </nav>
      </header>
      <Indexing />
      <main>
        {/* Kept while another place is shown, so looking at a note does not lose an answer. */}
        <div hidden={place !== 'Ask'}>
          <AskPage />
        </div>
        {Page === undefined ? null : <Page />}
      </main>
      <KeysHelp />
    </>
  );
}
