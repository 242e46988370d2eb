import type { SetupView, VaultChoice } from '../../src/setup/setup-view.ts';
import { useLoaded } from '../use-loaded.ts';
import { openVault } from './open-vault.ts';

/** Goes from one vault to another; nothing where there is only one. */
export function VaultSwitch() {
  const vaults = useLoaded<readonly VaultChoice[]>('vaults').value ?? [];
  const here = useLoaded<SetupView>(vaults.length > 1 ? 'setup' : null).value?.vault;
  if (vaults.length < 2 || here === undefined) return null;
  return (
    <select
      class="vault-switch"
      aria-label="Vault"
      value={here}
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
