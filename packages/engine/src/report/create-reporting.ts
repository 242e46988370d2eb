import type { StoreHandle } from '../store/store-handle.ts';
import type { ReportPorts } from './create-vault-report.ts';
import type { ReportOptions, VaultReport } from './vault-report.ts';

/** `memory.report`: its code is loaded when it is called. */
export function createReporting({
  store,
  ...ports
}: Omit<ReportPorts, 'matchesSpan'> & { readonly store: StoreHandle }) {
  return async (asked: ReportOptions = {}): Promise<VaultReport> => {
    const { createVaultReport } = await import('./create-vault-report.ts');
    const { matchesSpan } = await store.read();
    return createVaultReport(asked, { ...ports, matchesSpan });
  };
}
