import { addressOf } from '../current-place.ts';
import { post } from '../server.ts';
import { useLoaded } from '../use-loaded.ts';
import { ask, exchanges } from './ask-state.ts';

interface HintProps {
  /** Codes of what did not work as usual. */
  readonly degraded: readonly string[];
}

/** Explains why the answer is passages: no model is set (a local one is offered), or the model's answer failed. */
export function NoModelHint({ degraded }: HintProps) {
  if (degraded.includes('no_model')) return <ModelOffer />;
  return (
    <p class="hint">
      These are passages of your notes as they are.{' '}
      {degraded.includes('nothing_supported')
        ? 'Nothing that the model wrote was supported by them.'
        : 'The model gave no answer.'}
    </p>
  );
}

function ModelOffer() {
  const servers = useLoaded('models', {}).value?.servers ?? [];
  const found = servers.find(({ models }) => models.length > 0);
  const model = found?.models[0];
  return (
    <p class="hint">
      These are passages of your notes as they are. With a model the answer is written in sentences.{' '}
      {found === undefined || model === undefined ? null : (
        <button
          type="button"
          class="quiet"
          onClick={async () => {
            await post('models/use', { provider: found.provider, model, endpoint: found.endpoint });
            const last = exchanges.value.at(-1);
            if (last !== undefined) await ask({ again: last.question });
          }}
        >
          Use <bdi>{model}</bdi> of {found.name}, on this machine
        </button>
      )}{' '}
      <a href={addressOf('Setup')}>{found === undefined ? 'How to set a model' : 'Other models'}</a>
    </p>
  );
}
