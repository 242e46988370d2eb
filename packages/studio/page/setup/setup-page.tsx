import { describeFault } from '../describe-fault.ts';
import { indexing } from '../indexing.tsx';
import { notesChanged } from '../listen.ts';
import { useLoaded } from '../use-loaded.ts';
import { VaultChooser } from '../vaults/vault-chooser.tsx';
import { AgentsSection } from './agents-section.tsx';
import { Command } from './command.tsx';
import { EditorSection } from './editor-section.tsx';
import { ModelSection } from './model-section.tsx';

/** The settings of the vault: its folder, its model, and the agents that may use it. */
export function SetupPage() {
  const { value, fault, reload } = useLoaded('setup', {}, notesChanged.value);
  return (
    <div class="page setup">
      <h1>Setup</h1>
      {fault === null ? null : <p class="fault">{describeFault(fault)}</p>}
      {value === null && fault === null ? <p class="empty">Reading the settings…</p> : null}
      {value === null ? null : (
        <>
          <section aria-labelledby="setup-notes">
            <h2 id="setup-notes">Notes</h2>
            <p>
              <bdi>{value.vault}</bdi>: {value.notes.toLocaleString('en')} notes read
              {indexing.value === null
                ? ''
                : `, ${indexing.value.done} of ${indexing.value.total} in this run`}
              .{value.failures === 0 ? '' : ` ${value.failures} could not be read: `}
              {value.failures === 0 ? null : <Command text="memora doctor" />}
            </p>
            <details>
              <summary>Another folder</summary>
              <VaultChooser here={value.vault} />
            </details>
          </section>
          <ModelSection setup={value} onChosen={reload} />
          <EditorSection editor={value.editor} onChosen={reload} />
          <AgentsSection />
        </>
      )}
    </div>
  );
}
