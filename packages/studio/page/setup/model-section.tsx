import { useState } from 'preact/hooks';
import type { SetupView } from '../../src/setup/setup-view.ts';
import { describeFault } from '../describe-fault.ts';
import { post, Refusal } from '../server.ts';
import { useLoaded } from '../use-loaded.ts';
import { ModelTestButton } from './model-test-button.tsx';
import { OtherModel } from './other-model.tsx';

/** A model in the form that the server accepts. */
export interface WantedModel {
  readonly provider: string;
  readonly model: string;
  readonly endpoint: string | null;
}

interface ModelSectionProps {
  readonly setup: SetupView;
  readonly onChosen: () => void;
}

/** Lets the reader choose and test the model that writes answers: local ones with one click, others by name. */
export function ModelSection({ setup: { model, setBy }, onChosen }: ModelSectionProps) {
  const { value } = useLoaded('models', {}, `${model?.provider}/${model?.name}`);
  const [fault, setFault] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<string | null>(null);
  const choose = async (wanted: WantedModel): Promise<void> => {
    setChoosing(wanted.model);
    try {
      setFault(null);
      await post('models/use', wanted);
      onChosen();
    } catch (error) {
      setFault(error instanceof Refusal ? error.code : 'UNREACHABLE');
    } finally {
      setChoosing(null);
    }
  };
  const running = (value?.servers ?? []).filter(({ state }) => state === 'running');
  return (
    <section aria-labelledby="setup-model">
      <h2 id="setup-model">Model</h2>
      <p>
        {model === null ? (
          'No model is set: answers are passages of your notes. With a model they are written in sentences, each with its line.'
        ) : (
          <>
            Answers are written by <b>{<bdi>{model.name ?? 'its default model'}</bdi>}</b> (
            <bdi>{model.provider}</bdi>).
          </>
        )}
      </p>
      {setBy === null ? null : (
        <p class="hint">
          It is set by {SET_BY[setBy] ?? setBy}. What you choose here takes effect once that is removed.
        </p>
      )}
      {model === null ? null : (
        <p class="actions">
          <ModelTestButton key={`${model.provider}/${model.name}`} />
          <button
            type="button"
            class="quiet"
            onClick={() => void choose({ provider: 'none', model: '', endpoint: null })}
          >
            Answer without a model
          </button>
        </p>
      )}
      {running.map(({ name, provider, endpoint, models }) => (
        <div key={endpoint} class="server">
          <h3>
            <bdi>{name}</bdi> on this machine
          </h3>
          {models.length === 0 ? <p class="hint">It runs and has no model yet.</p> : null}
          <p class="actions">
            {models.map((each) => (
              <button
                key={each}
                type="button"
                class="quiet"
                aria-pressed={model?.name === each && model.provider === provider}
                disabled={choosing !== null}
                onClick={() => void choose({ provider, model: each, endpoint })}
              >
                <bdi>{each}</bdi>
              </button>
            ))}
          </p>
        </div>
      ))}
      {value !== null && running.length === 0 ? (
        <p class="hint">
          No model runs on this machine. Start Ollama or LM Studio and this page finds it; nothing then leaves
          the machine.
        </p>
      ) : null}
      {value === null ? null : <OtherModel choices={value} choose={choose} />}
      {fault === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault)}
        </p>
      )}
    </section>
  );
}

const SET_BY: Readonly<Record<string, string>> = {
  flag: 'an option of the command',
  env: 'a variable of the environment',
  vault: 'the settings of the vault',
};
