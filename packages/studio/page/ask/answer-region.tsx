import { describeFault } from '../describe-fault.ts';
import { AnswerBody } from './answer-body.tsx';
import { type Exchange, exchanges } from './ask-state.ts';

/** The conversation; the newest answer first, in the region `Answer`. */
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

function ExchangeBody({ exchange: { question, answer, draft, fault }, isLatest }: ExchangeProps) {
  return (
    <>
      <h2 class="asked" dir="auto">
        {question}
      </h2>
      {/* A screen reader says what changes in here. */}
      <div aria-live="polite">
        {fault !== null ? (
          <p class="fault">{describeFault(fault)}</p>
        ) : answer === null ? (
          <p class="draft" dir="auto">
            {draft === '' ? 'Looking through your notes…' : draft}
          </p>
        ) : (
          <AnswerBody answer={answer} isLatest={isLatest} />
        )}
      </div>
    </>
  );
}
