import { useState } from 'preact/hooks';
import { describeFault } from '../describe-fault.ts';
import { notesChanged } from '../listen.ts';
import { post, Refusal } from '../server.ts';
import { useLoaded } from '../use-loaded.ts';

/** The other names of a person or thing. A person may add a name or separate one. */
export function Names({ about }: { readonly about: string }) {
  const [times, setTimes] = useState(0);
  const { value } = useLoaded('names', { about }, `${notesChanged.value}/${times}`);
  const [other, setOther] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  if (value === null) return null;
  const decide = async (deciding: Promise<unknown>) => {
    try {
      await deciding;
      setFault(null);
      setOther('');
      setTimes(times + 1);
    } catch (error) {
      setFault(error instanceof Refusal ? error.code : 'UNREACHABLE');
    }
  };
  return (
    <details class="names">
      <summary>
        {value.others.length === 0 ? 'Other names' : <>Also called {value.others.join(', ')}</>}
      </summary>
      {value.others.length === 0 ? null : (
        <ul>
          {value.others.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>{' '}
              <button type="button" class="quiet" onClick={() => void decide(post('names/split', { name }))}>
                Is somebody or something else
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (other.trim() !== '')
            void decide(post('names/merge', { about: value.name, name: other.trim() }));
        }}
      >
        <input
          type="text"
          aria-label={`Another name of ${value.name}`}
          placeholder="Another name"
          dir="auto"
          value={other}
          onInput={(event) => setOther(event.currentTarget.value)}
        />{' '}
        <button type="submit">Is the same</button>
      </form>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      <p class="hint">
        What you decide is a line in <code>_entities.md</code>. Remove the line to take it back.
      </p>
    </details>
  );
}
