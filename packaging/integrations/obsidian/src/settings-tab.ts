import { PluginSettingTab, Setting } from 'obsidian';
import type { MemoraPlugin } from './memora-plugin.ts';

/** The settings of the plugin. */
export class SettingsTab extends PluginSettingTab {
  readonly #plugin: MemoraPlugin;

  constructor(plugin: MemoraPlugin) {
    super(plugin.app, plugin);
    this.#plugin = plugin;
  }

  override display(): void {
    this.containerEl.empty();
    new Setting(this.containerEl)
      .setName('Command')
      .setDesc('What starts Memora. Restart Obsidian after a change.')
      .addText((text) =>
        text
          .setValue(this.#plugin.settings.command)
          .onChange((command) => void this.#plugin.save({ command })),
      );
  }
}
