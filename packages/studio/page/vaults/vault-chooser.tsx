import { useState } from 'preact/hooks';
import { describeFault } from '../describe-fault.ts';
import { Refusal } from '../server.ts';
import { useLoaded } from '../use-loaded.ts';
import { openVault } from './open-vault.ts';

/** Folders of notes to choose from: those that Obsidian knows, and any other by its path. `here` is not offered. */
export function VaultChooser({ here }: { readonly here: string | null }) {
  const vaults = useLoaded('vaults', {}).value ?? [];
  const [folder, setFolder] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [opening, setOpening] = useState(false);
  const go = (wanted: string) => {
    setOpening(true);
    setFault(null);
    openVault(wanted).catch((error: unknown) => {
      setOpening(false);
      setFault(error instanceof Refusal ? error.code : 'UNREACHABLE');
    });
  };
  return (
    <>
      <ul class="choices">
        {vaults
          .filter((each) => each.folder !== here)
          .map(({ folder: each, name }) => (
            <li key={each}>
              <button type="button" class="choice" onClick={() => go(each)} disabled={opening}>
                <b>
                  <bdi>{name}</bdi>
                </b>{' '}
                <span class="where">
                  <bdi>{each}</bdi>
                </span>
              </button>
            </li>
          ))}
      </ul>
      <p class="hint">{vaults.length === 0 ? 'Name the folder of your notes:' : 'Or name another folder:'}</p>
      <form
        class="box"
        onSubmit={(event) => {
          event.preventDefault();
          if (folder.trim() !== '') go(folder.trim());
        }}
      >
        <input
          type="text"
          aria-label="A folder of notes"
          autofocus={vaults.length === 0 && here === null}
          placeholder="~/notes"
          value={folder}
          onInput={(event) => setFolder(event.currentTarget.value)}
        />
        <button type="submit" disabled={opening}>
          {opening ? 'Opening…' : 'Open'}
        </button>
      </form>
      {fault === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault)}
        </p>
      )}
    </>
  );
}
