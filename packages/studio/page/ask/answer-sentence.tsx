import type { AnswerView, DifferenceView, SentenceView, SourceView } from '../../src/ask/answer-view.ts';
import { NoteNodes } from '../source/note-nodes.tsx';
import { chosen } from '../source/source-state.ts';
import { isChanged } from './ask-state.ts';
import { SourceChip } from './source-chip.tsx';

interface SentenceProps {
  readonly sentence: SentenceView;
  readonly answer: AnswerView;
  /** True for the best of several passages: its context is shown at once. */
  readonly isBest?: boolean;
}

/** A sentence with its sources; struck out, with the reason, once the cited words are no longer in the note. */
export function AnswerSentence({ sentence, answer, isBest = false }: SentenceProps) {
  const { nodes, context, citations, differences } = sentence;
  const sources = citations.flatMap(({ source, ...citation }) => {
    const found = answer.sources.find(({ number }) => number === source);
    return found === undefined ? [] : [{ ...citation, source: found }];
  });
  const fallen = sources.find(({ source }) => isChanged(source))?.source;
  const words = <NoteNodes nodes={nodes} />;
  return (
    <div class="sentence">
      <div class="words" dir="auto">
        {fallen === undefined ? words : <s>{words}</s>}
      </div>
      <div class="chips">
        {sources.map(({ source, mark, note }) => (
          <SourceChip
            key={source.number}
            answer={answer.id}
            source={source}
            mark={answer.abstained ? null : mark}
            note={answer.abstained ? '' : note}
          />
        ))}
      </div>
      {context.length === 0 ? null : (
        <details class="around" open={isBest && chosen.value?.answer !== answer.id}>
          <summary>The passage around it</summary>
          <div class="note" dir="auto">
            <NoteNodes nodes={context} />
          </div>
        </details>
      )}
      {differences.map((each, i) => (
        <Difference key={i} {...each} />
      ))}
      {fallen === undefined ? null : <Fallen source={fallen} />}
    </div>
  );
}

/** Words that differ. Words on only one side are labelled as such. */
function Difference({ here, there }: DifferenceView) {
  return (
    <p class="difference">
      {there === '' ? (
        <>
          “<b>{here}</b>” is not in the note.
        </>
      ) : here === '' && there === '~~' ? (
        <>The note has struck this out.</>
      ) : here === '' ? (
        <>
          The note also says “<b>{there}</b>”.
        </>
      ) : (
        <>
          Here “<b>{here}</b>”, in the note “<b>{there}</b>”.
        </>
      )}
    </p>
  );
}

function Fallen({ source: { state, now } }: { readonly source: SourceView }) {
  return (
    <p class="fallen">
      {state === 'gone'
        ? 'The note is gone.'
        : now === null
          ? 'The words are not in the note any more.'
          : 'The line has changed. It now says: '}
      {now === null ? null : <q dir="auto">{now}</q>}
    </p>
  );
}
