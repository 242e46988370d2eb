import { useEffect, useRef } from 'preact/hooks';
import { SourceRegion } from '../source/source-region.tsx';
import { chosen, isClosed } from '../source/source-state.ts';
import { AnswerRegion } from './answer-region.tsx';
import { ask, exchanges, isAsking, question, stopAsking } from './ask-state.ts';
import { Suggestions } from './suggestions.tsx';

/** The first page: the question box, the answer, and next to it the note that supports it. */
export function AskPage() {
  const isFresh = exchanges.value.length === 0;
  // Room for the note is kept from the first question on, so nothing moves when the answer comes.
  const hasPane = chosen.value !== null || !(isFresh || isClosed.value);
  return (
    <div class={`ask${hasPane ? ' with-source' : ''}${isFresh ? ' fresh' : ''}`}>
      <section class="asking" aria-label="Questions">
        <h1 class={isFresh ? undefined : 'unseen'}>Ask your notes</h1>
        <AskBox />
        {isFresh ? <Suggestions /> : <AnswerRegion />}
      </section>
      {chosen.value !== null ? (
        <SourceRegion chosen={chosen.value} />
      ) : hasPane ? (
        <p class="no-source">The line behind each sentence is shown here.</p>
      ) : null}
    </div>
  );
}

function AskBox() {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms a composed word (Japanese input) does not submit the question.
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void ask();
    } else if (event.key === 'Escape') {
      if (isAsking.value) stopAsking();
      else if (question.value !== '') question.value = '';
      else box.current?.blur();
    } else if (event.key === 'ArrowUp' && question.value === '')
      question.value = exchanges.value.at(-1)?.question ?? '';
  };
  return (
    <form
      class="box"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <textarea
        ref={box}
        id="ask"
        aria-label="Ask"
        dir="auto"
        rows={1}
        placeholder={exchanges.value.length === 0 ? 'What do you want to know?' : 'Ask something else'}
        value={question.value}
        onInput={(event) => {
          question.value = event.currentTarget.value;
        }}
        onKeyDown={onKeyDown}
      />
      {isAsking.value ? (
        <button type="button" onClick={stopAsking}>
          Stop
        </button>
      ) : (
        <button type="submit">Ask</button>
      )}
    </form>
  );
}
