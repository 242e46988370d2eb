import type { AnswerView } from '../../src/ask/answer-view.ts';
import { addressOf } from '../current-place.ts';
import { indexing } from '../indexing.tsx';
import { team } from '../team.ts';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerSentence } from './answer-sentence.tsx';
import { ask } from './ask-state.ts';
import { LeftOut } from './left-out.tsx';
import { NoModelHint } from './no-model-hint.tsx';

interface AnswerProps {
  readonly answer: AnswerView;
  /** The number of secret places that would answer; null before they are counted. */
  readonly secrets: number | null;
  /** Notes that apply to every answer are shown only under the newest. */
  readonly isLatest: boolean;
}

/** An answer: its sentences, what was left out, and its actions. */
export function AnswerBody({ answer, secrets, isLatest }: AnswerProps) {
  const { sentences, abstained, writtenBy, behind } = answer;
  return (
    <>
      {abstained ? (
        <p class="nothing">Your notes do not say. {sentences.length > 0 ? 'This comes nearest:' : ''}</p>
      ) : null}
      {writtenBy === null && sentences.length > 0 ? (
        <Lines answer={answer} isLatest={isLatest} />
      ) : (
        sentences.map((each, i) => <AnswerSentence key={i} sentence={each} answer={answer} />)
      )}
      <LeftOut answer={answer} />
      <AskedEarly answer={answer} />
      {behind.length === 0 ? null : (
        <p class="hint">
          {behind.length === 1 ? 'One note has' : `${behind.length} notes have`} changed and{' '}
          {behind.length === 1 ? 'is' : 'are'} being read again.
        </p>
      )}
      {writtenBy === null || sentences.length === 0 ? null : (
        <p class="hint">
          {answer.read === 1 ? '1 note was' : `${answer.read} notes were`} read · <bdi>{writtenBy}</bdi>
        </p>
      )}
      {answer.untestedJudge === null ? null : (
        <p class="hint">
          Nobody has tested how well <bdi>{answer.untestedJudge}</bdi> judges.{' '}
          <a href={addressOf('Setup')}>Test it</a> before you rely on its ticks.
        </p>
      )}
      <AnswerActions answer={answer} secrets={secrets} />
    </>
  );
}

/** An answer without a model: the best line large, the others folded. */
function Lines({ answer, isLatest }: Omit<AnswerProps, 'secrets'>) {
  const [first, ...rest] = answer.sentences;
  return (
    <>
      {first === undefined ? null : (
        <div class="best">
          {answer.abstained ? null : <p class="hint">The closest line in your notes</p>}
          <AnswerSentence sentence={first} answer={answer} isBest />
        </div>
      )}
      {rest.length === 0 ? null : (
        <details class="more">
          <summary>{rest.length === 1 ? '1 more place' : `${rest.length} more places`} in your notes</summary>
          {rest.map((each, i) => (
            <AnswerSentence key={i} sentence={each} answer={answer} />
          ))}
        </details>
      )}
      {isLatest && team === null ? <NoModelHint degraded={answer.degraded} /> : null}
    </>
  );
}

/** An answer from part of the notes names that part and offers a button to ask again. */
function AskedEarly({ answer: { reading, question } }: Pick<AnswerProps, 'answer'>) {
  if (reading === null) return null;
  return (
    <p class="hint early">
      Asked when {reading.done.toLocaleString('en')} of {reading.total.toLocaleString('en')} notes were read.{' '}
      <button type="button" class="plain" onClick={() => void ask({ again: question })}>
        {indexing.value === null ? 'All are read now: ask again' : 'Ask again'}
      </button>
    </p>
  );
}
