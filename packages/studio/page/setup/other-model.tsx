import { useState } from 'preact/hooks';
import type { ModelChoices } from '../../src/setup/setup-view.ts';
import type { WantedModel } from './model-section.tsx';

const SERVICES = [
  ['openai-compatible', 'A server by its address'],
  ['anthropic', 'Anthropic'],
  ['openai', 'OpenAI'],
] as const;

interface OtherModelProps {
  readonly choices: ModelChoices;
  readonly choose: (wanted: WantedModel) => Promise<void>;
}

/** A form for a model by its name: at an address, or of a service. */
export function OtherModel({ choices: { services, network }, choose }: OtherModelProps) {
  const [provider, setProvider] = useState('openai-compatible');
  const [model, setModel] = useState('');
  const [endpoint, setEndpoint] = useState('');
  const isByAddress = provider === 'openai-compatible';
  return (
    <details>
      <summary>Another model</summary>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void choose({ provider, model, endpoint: isByAddress ? endpoint.trim() : null });
        }}
      >
        <label>
          Where it is
          <select value={provider} onChange={(event) => setProvider(event.currentTarget.value)}>
            {SERVICES.map(([each, title]) => (
              <option key={each} value={each}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {isByAddress ? (
          <label>
            Address
            <input
              type="text"
              placeholder="http://127.0.0.1:8080/v1"
              value={endpoint}
              onInput={(event) => setEndpoint(event.currentTarget.value)}
            />
          </label>
        ) : (
          <p class="hint">
            {services.includes(provider)
              ? 'Its key is in the environment. '
              : 'Its key is not in the environment of this program. '}
            {network
              ? 'Requests to other machines are allowed; secret text is never sent.'
              : 'Requests to other machines are not allowed: start Memora with MEMORA_ENABLE_NETWORK_LLM=1.'}
          </p>
        )}
        <label>
          Model
          <input type="text" value={model} onInput={(event) => setModel(event.currentTarget.value)} />
        </label>
        <button type="submit">Use it</button>
      </form>
    </details>
  );
}
