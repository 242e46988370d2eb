import type { Memory } from '@memora/engine';
import type { SetupView } from './setup-view.ts';

/** Reads the settings of the vault. */
export async function readSetup({ vault, claims, settings }: Memory): Promise<SetupView> {
  const { notes, failures } = await claims.stats();
  const { provider, model } = settings.config.llm;
  const layer = settings.settings.find(({ key }) => key === 'llm.provider')?.layer;
  return {
    vault,
    notes,
    failures,
    editor: settings.config.page.editor,
    model: provider === 'none' ? null : { provider, name: model },
    setBy: layer === undefined || layer === 'user' || layer === 'default' ? null : layer,
  };
}
