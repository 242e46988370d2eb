import { useEffect, useRef } from 'preact/hooks';
import { SourceRegion } from '../source/source-region.tsx';
import { chosen } from '../source/source-state.ts';
import { AnswerRegion } from './answer-region.tsx';
import { ask, exchanges, isAsking, question, stopAsking } from './ask-state.ts';
import { Suggestions } from './suggestions.tsx';

/** The first page: a box, the answer, and next to it the note that says it. */
export function AskPage() {
  const isFresh = exchanges.value.length === 0;
  return (
    <div class={`ask${chosen.value === null ? '' : ' with-source'}${isFresh ? ' fresh' : ''}`}>
      <section class="asking" aria-label="Questions">
        <h1 class={isFresh ? undefined : 'unseen'}>Ask your notes</h1>
        <AskBox />
        {isFresh ? <Suggestions /> : <AnswerRegion />}
      </section>
      {chosen.value === null ? null : <SourceRegion chosen={chosen.value} />}
    </div>
  );
}

function AskBox() {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a word of Japanese is no question.
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
