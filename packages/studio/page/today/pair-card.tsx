import { LEDGER_REASON } from '../../src/today/ledger-reason.ts';
import type { CardSide, PairCard } from '../../src/today/today-card.ts';
import { addressOf } from '../current-place.ts';
import { sayDate } from '../say-date.ts';
import { Confirm } from './confirm.tsx';
import { LaterButton } from './later-button.tsx';
import { choosing } from './today-state.ts';

/** Two places that cannot both hold. A person chooses one, or keeps both. */
export function PairCardView({ card }: { readonly card: PairCard }) {
  const { id, about, sides } = card;
  const choice = choosing.value?.card === id ? choosing.value : null;
  const choose = (winner: string | null) => () => {
    choosing.value = { card: id, winner };
  };
  const winner = sides.find((side) => side.id === choice?.winner);
  const loser = sides.find((side) => side !== winner);
  return (
    <article class="card">
      <h2 dir="auto">
        <bdi>{about}</bdi>:{' '}
        {sides[0].value === null ? (
          'which is right?'
        ) : (
          <>
            <bdi>{sides[0].value}</bdi> or <bdi>{sides[1].value}</bdi>?
          </>
        )}
      </h2>
      <div class="sides">
        {sides.map((side) => (
          <Side key={side.id} side={side} />
        ))}
      </div>
      <p class="actions">
        {sides.map((side, i) => (
          <button
            key={side.id}
            type="button"
            class="quiet"
            onClick={choose(side.id)}
            aria-pressed={side === winner}
          >
            <bdi>{side.value ?? (i === 0 ? 'The older is right' : 'The newer is right')}</bdi>
          </button>
        ))}
        <button type="button" class="quiet" onClick={choose(null)} aria-pressed={choice?.winner === null}>
          Both are right
        </button>
        <LaterButton card={id} />
      </p>
      {choice === null ? null : (
        <Confirm
          card={id}
          about={about}
          winner={choice.winner}
          line={
            winner === undefined
              ? `acknowledge claim:${sides[1].id} claim:${sides[0].id} : ${LEDGER_REASON}`
              : `resolve claim:${winner.id} claim:${loser?.id} : ${LEDGER_REASON}`
          }
        />
      )}
    </article>
  );
}

function Side({ side: { text, path, title, date, span } }: { readonly side: CardSide }) {
  return (
    <div class="side">
      <blockquote dir="auto">{text}</blockquote>
      <p class="where">
        <a href={addressOf('Notes', `${path}@${span.start}-${span.end}`)}>
          <bdi>{title}</bdi>
        </a>
        {date === null ? '' : ` · ${sayDate(date)}`}
      </p>
    </div>
  );
}
