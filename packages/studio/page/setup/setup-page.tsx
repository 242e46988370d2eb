import type { SetupView } from '../../src/setup/setup-view.ts';
import { describeFault } from '../describe-fault.ts';
import { indexing } from '../indexing.tsx';
import { notesChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';

/** How the vault is set up, and the commands that change it. */
export function SetupPage() {
  const { value, fault } = useLoaded<SetupView>('setup', notesChanged.value);
  return (
    <div class="page setup">
      <h1>Setup</h1>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value === null ? null : (
        <>
          <section>
            <h2>Notes</h2>
            <p>
              <bdi>{value.vault}</bdi>: {value.notes.toLocaleString('en')} notes read
              {indexing.value === null
                ? ''
                : `, ${indexing.value.done} of ${indexing.value.total} in this run`}
              .{value.failures === 0 ? '' : ` ${value.failures} could not be read: `}
              {value.failures === 0 ? null : <Command text="memora doctor" />}
            </p>
            <p class="hint">
              Another folder: <Command text="memora open --vault FOLDER" />
            </p>
          </section>
          <section>
            <h2>Model</h2>
            {value.model === null ? (
              <p>
                No model is set: answers are lines of your notes. With Ollama on this machine, answers become
                sentences and nothing leaves it: <Command text="memora model" />
              </p>
            ) : (
              <p>
                Answers are written by <bdi>{value.model.name ?? 'a model'}</bdi> (
                <bdi>{value.model.provider}</bdi>). Another one: <Command text="memora model" />
              </p>
            )}
          </section>
          <section>
            <h2>Agents</h2>
            <p>
              Connect Cursor, Claude and others to these notes: <Command text="memora setup" />
            </p>
          </section>
        </>
      )}
    </div>
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <span class="command">
      <code>{text}</code>{' '}
      <button
        type="button"
        class="quiet"
        aria-label={`Copy ${text}`}
        onClick={() => void navigator.clipboard.writeText(text)}
      >
        Copy
      </button>
    </span>
  );
}
