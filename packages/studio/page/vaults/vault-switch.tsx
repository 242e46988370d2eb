import { useLoaded } from '../use-loaded.ts';
import { openVault } from './open-vault.ts';

/** The name of the vault; if there are several, a list of links to the others. */
export function VaultSwitch() {
  const vaults = useLoaded('vaults', {}).value ?? [];
  const here = vaults.find(({ isHere }) => isHere);
  if (here === undefined) return null;
  if (vaults.length < 2)
    return (
      <span class="vault-name" title={here.folder}>
        <bdi>{here.name}</bdi>
      </span>
    );
  return (
    <select
      class="vault-switch"
      aria-label="Vault"
      value={here.folder}
      onChange={(event) => void openVault(event.currentTarget.value).catch(() => undefined)}
    >
      {vaults.map(({ folder, name }) => (
        <option key={folder} value={folder} title={folder}>
          {name}
        </option>
      ))}
    </select>
  );
}
