import { describeFault } from '../describe-fault.ts';
import { AnswerBody } from './answer-body.tsx';
import { type Exchange, exchanges } from './ask-state.ts';
import { LABELS } from './source-chip.tsx';

/** The conversation, the newest answer first, in the region `Answer`. */
export function AnswerRegion() {
  const latest = exchanges.value.length - 1;
  return (
    <>
      {exchanges.value
        .map((each, i) => (
          <section
            class={i === latest ? 'exchange' : 'exchange earlier'}
            key={i}
            aria-label={i === latest ? 'Answer' : `Earlier: ${each.question.slice(0, 60)}`}
          >
            <ExchangeBody exchange={each} isLatest={i === latest} />
          </section>
        ))
        .reverse()}
    </>
  );
}

interface ExchangeProps {
  readonly exchange: Exchange;
  readonly isLatest: boolean;
}

function ExchangeBody({ exchange: { question, answer, draft, secrets, fault }, isLatest }: ExchangeProps) {
  return (
    <>
      <h2 class="asked" dir="auto">
        {question}
      </h2>
      {/* A screen reader announces changes in here. */}
      <div aria-live="polite">
        {fault !== null ? (
          <p class="fault">{describeFault(fault)}</p>
        ) : answer === null ? (
          <Draft draft={draft} />
        ) : (
          <AnswerBody answer={answer} secrets={secrets} isLatest={isLatest} />
        )}
      </div>
    </>
  );
}

/** The sentences so far, each checked against its notes. A judge decides at the end whether they follow from the notes; until then none is settled. */
function Draft({ draft }: Pick<Exchange, 'draft'>) {
  return (
    <>
      {draft.map(({ text, sources, mark }, i) => (
        <div class="sentence" key={i}>
          <div class="words" dir="auto">
            {text}
          </div>
          <div class="chips">
            {sources.map((title) => (
              <span class="chip" key={title} data-state={mark}>
                <bdi>{title}</bdi> <span class="mark">{LABELS[mark]}</span>
              </span>
            ))}
          </div>
        </div>
      ))}
      <p class="draft">{draft.length === 0 ? 'Looking through your notes…' : '…'}</p>
    </>
  );
}
