import { notesChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';
import { ask } from './ask-state.ts';

/** The first screen before any question: how it works, and questions that the notes answer. */
export function Suggestions() {
  const questions = useLoaded('suggestions', {}, notesChanged.value > 0).value ?? [];
  return (
    <>
      <p class="empty">
        Each sentence of the answer shows the line of your notes that says it. Press <kbd>?</kbd> for keys.
      </p>
      {questions.length === 0 ? null : (
        <ul class="suggestions" aria-label="Questions to begin with">
          {questions.map((question) => (
            <li key={question}>
              <button type="button" class="quiet" onClick={() => void ask({ again: question })}>
                <bdi>{question}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
