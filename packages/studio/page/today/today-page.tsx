import type { PendingDecision } from '../../src/today/pending-decision.ts';
import { describeFault } from '../describe-fault.ts';
import { indexing } from '../indexing.tsx';
import { decisionOutcome, notesChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';
import { PairCardView } from './pair-card.tsx';
import { PastCardView } from './past-card.tsx';
import { edited, fault, later, settled, takeBack, untick } from './today-state.ts';

/** Open decisions, at most five; each takes one click and one confirmation. */
export function TodayPage() {
  const cards = useLoaded('today', {}, `${notesChanged.value}/${settled.value?.undo ?? ''}`);
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
      {edited.value === null ? null : (
        <p class="done" role="status">
          <span dir="auto">{edited.value.says}</span>{' '}
          <button type="button" class="quiet" onClick={() => void untick()}>
            Undo
          </button>
        </p>
      )}
      {cards.value === null && cards.fault === null ? <p class="empty">Reading open items…</p> : null}
      {cards.value !== null && shown.length === 0 ? (
        <p class="empty">
          {indexing.value === null
            ? 'Nothing is open.'
            : 'Nothing is open in the notes that are read so far.'}{' '}
          Where two notes say things that cannot both be true, or a date in a note has passed, you decide
          here.
        </p>
      ) : null}
      {shown.map((card) =>
        card.kind === 'pair' ? (
          <PairCardView key={card.id} card={card} />
        ) : (
          <PastCardView key={card.id} card={card} />
        ),
      )}
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
          decided, and written to <code>_ledger.md</code>. To undo it, remove its line.
        </>
      ) : (
        describeFault(outcome.fault)
      )}
    </p>
  );
}
