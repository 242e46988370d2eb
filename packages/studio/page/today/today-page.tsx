import { signal } from '@preact/signals';
import type { PendingDecision } from '../../src/today/pending-decision.ts';
import type { CardSide, TodayCard } from '../../src/today/today-card.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { decisionOutcome, notesChanged } from '../listen.ts';
import { sayDate } from '../say-date.ts';
import { post, Refusal } from '../server.ts';
import { useLoaded } from '../use-loaded.ts';

/** A choice that waits for its second press. */
const choosing = signal<{ readonly card: string; readonly winner: string | null } | null>(null);
const settled = signal<(PendingDecision & { readonly about: string }) | null>(null);
const fault = signal<string | null>(null);
const later = signal<ReadonlySet<string>>(new Set());

/** What is open: at most five decisions, each of them one press and one confirmation. */
export function TodayPage() {
  const cards = useLoaded<readonly TodayCard[]>(
    'today',
    `${notesChanged.value}/${settled.value?.undo ?? ''}`,
  );
  const shown = (cards.value ?? []).filter(({ id }) => !later.value.has(id));
  return (
    <div class="page today">
      <h1>Today</h1>
      {cards.fault === null ? null : <p class="fault">{describeFault(cards.fault)}</p>}
      {fault.value === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault.value)}
        </p>
      )}
      {settled.value === null ? null : <Done settled={settled.value} />}
      {cards.value !== null && shown.length === 0 ? (
        <p class="empty">
          Nothing is open. Where two notes say things that can not both be true, you decide here.
        </p>
      ) : null}
      {shown.map((card) => (
        <Card key={card.id} card={card} />
      ))}
    </div>
  );
}

function Card({ card }: { readonly card: TodayCard }) {
  const { id, about, sides } = card;
  const choice = choosing.value?.card === id ? choosing.value : null;
  const choose = (winner: string | null) => () => {
    choosing.value = { card: id, winner };
  };
  const winner = sides.find((side) => side.id === choice?.winner);
  return (
    <article class="card">
      <h2 dir="auto">
        <bdi>{about}</bdi>: which is right?
      </h2>
      <div class="sides">
        {sides.map((side) => (
          <Side key={side.id} side={side} choose={choose(side.id)} isChosen={side === winner} />
        ))}
      </div>
      <p class="actions">
        <button type="button" class="quiet" onClick={choose(null)} aria-pressed={choice?.winner === null}>
          Both are right
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            later.value = new Set([...later.value, id]);
          }}
        >
          Later
        </button>
      </p>
      {choice === null ? null : (
        <div class="confirm" role="group" aria-label="Confirm">
          <p>
            One line is added to <code>_ledger.md</code>; your notes stay as they are. It says:{' '}
            {winner === undefined ? (
              'both are right.'
            ) : (
              <>
                <q dir="auto">{winner.text}</q> is right.
              </>
            )}
          </p>
          <button type="button" onClick={() => void settle(card, choice.winner)}>
            Write the line
          </button>
        </div>
      )}
    </article>
  );
}

interface SideProps {
  readonly side: CardSide;
  readonly choose: () => void;
  readonly isChosen: boolean;
}

function Side({ side: { text, path, title, date, span }, choose, isChosen }: SideProps) {
  return (
    <div class="side">
      <blockquote dir="auto">{text}</blockquote>
      <p class="where">
        <a href={addressOf('Notes', `${path}@${span.start}-${span.end}`)}>
          <bdi>{title}</bdi>
        </a>
        {date === null ? '' : ` · ${sayDate(date)}`}
      </p>
      <button type="button" class="quiet" onClick={choose} aria-pressed={isChosen}>
        This is right
      </button>
    </div>
  );
}

function Done({
  settled: { undo, about, waitMs },
}: {
  readonly settled: PendingDecision & { readonly about: string };
}) {
  const outcome = decisionOutcome.value?.undo === undo ? decisionOutcome.value : null;
  return (
    <p class="done" role="status">
      <bdi>{about}</bdi>:{' '}
      {outcome === null ? (
        <>
          decided. The line is written in {Math.round(waitMs / 1000)} seconds.{' '}
          <button type="button" class="quiet" onClick={() => void takeBack(undo)}>
            Undo
          </button>
        </>
      ) : outcome.fault === null ? (
        <>
          decided, and written to <code>_ledger.md</code>.
        </>
      ) : (
        describeFault(outcome.fault)
      )}
    </p>
  );
}

async function settle({ id, about }: TodayCard, winner: string | null): Promise<void> {
  await act(async () => {
    const written = await post<PendingDecision>('today/settle', { card: id, winner });
    choosing.value = null;
    settled.value = { ...written, about };
  });
}

async function takeBack(undo: string): Promise<void> {
  await act(async () => {
    await post('today/undo', { undo });
    settled.value = null;
  });
}

async function act(what: () => Promise<void>): Promise<void> {
  try {
    fault.value = null;
    await what();
  } catch (error) {
    fault.value = error instanceof Refusal ? error.code : 'UNREACHABLE';
  }
}
