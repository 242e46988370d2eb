import type { AnswerView, LeftOutView } from '../../src/ask/answer-view.ts';
import { addressOf } from '../current-place.ts';
import { openSource } from '../source/source-state.ts';
import { shortTitle } from './short-title.ts';

/** Sentences that were removed before the answer was shown, each with its reason. */
export function LeftOut({ answer }: { readonly answer: AnswerView }) {
  const { leftOut } = answer;
  if (leftOut.length === 0) return null;
  return (
    <details class="left-out">
      <summary>
        {leftOut.length === 1 ? '1 sentence was left out' : `${leftOut.length} sentences were left out`}
      </summary>
      <ul>
        {leftOut.map((each, i) => (
          <li key={i}>
            <s dir="auto">{each.text}</s> <Reason leftOut={each} answer={answer} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Reason({ leftOut, answer }: { readonly leftOut: LeftOutView; readonly answer: AnswerView }) {
  const { reason, newer, source } = leftOut;
  const cited = answer.sources.find(({ number }) => number === source);
  return (
    <span class="reason">
      {reason}{' '}
      {newer === null ? null : (
        <a href={addressOf('Notes', `${newer.path}@${newer.span.start}-${newer.span.end}`)} dir="auto">
          {newer.text}
        </a>
      )}{' '}
      {cited === undefined ? null : (
        <button type="button" class="plain" onClick={() => openSource(answer.id, cited)}>
          Show the line in <bdi>{shortTitle(cited)}</bdi>
        </button>
      )}
    </span>
  );
}
