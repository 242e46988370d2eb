import { signal } from '@preact/signals';
import type { NextPrompt } from '../../src/remembered/remembered-view.ts';
import { post } from '../server.ts';

const question = signal('');
const next = signal<NextPrompt | null>(null);

/** The context that an agent would get before its next answer. */
export function NextPromptView() {
  const show = async () => {
    next.value = await post('memory/next-prompt', { question: question.value }).catch(() => null);
  };
  return (
    <section class="next-prompt" aria-label="What the next prompt gets">
      <h2>What the next prompt gets</h2>
      <form
        class="box"
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <input
          type="text"
          aria-label="A message to an agent"
          placeholder="A message to an agent"
          dir="auto"
          value={question.value}
          onInput={(event) => {
            question.value = event.currentTarget.value;
          }}
        />
        <button type="submit">Show</button>
      </form>
      {next.value === null ? null : (
        <>
          <h3>Always: {next.value.tokens.prefix.toLocaleString('en')} tokens</h3>
          <pre dir="auto">{next.value.prefix === '' ? 'nothing' : next.value.prefix}</pre>
          <h3>For this message: {next.value.tokens.turn.toLocaleString('en')} tokens</h3>
          <pre dir="auto">{next.value.turn === '' ? 'nothing' : next.value.turn}</pre>
        </>
      )}
    </section>
  );
}
