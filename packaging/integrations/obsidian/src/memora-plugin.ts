import { FileSystemAdapter, Plugin, requestUrl } from 'obsidian';
import { ASK_VIEW, AskView } from './ask-view.ts';
import { createMemoraClient, type MemoraClient } from './memora-client.ts';
import { type MemoraServer, startMemoraServer } from './memora-server.ts';
import { SettingsTab } from './settings-tab.ts';

/** What a user may set. */
export interface MemoraSettings {
  /** What starts Memora, with arguments that go before `open`. */
  readonly command: string;
}

const DEFAULTS: MemoraSettings = { command: 'memora' };

/** The plugin: a sidebar over the page's server, which starts with the first question. */
export class MemoraPlugin extends Plugin {
  override settings: MemoraSettings = DEFAULTS;
  #server: Promise<MemoraServer> | null = null;

  override async onload(): Promise<void> {
    this.settings = { ...DEFAULTS, ...((await this.loadData()) as Partial<MemoraSettings> | null) };
    this.registerView(ASK_VIEW, (leaf) => new AskView(leaf, () => this.client()));
    this.addRibbonIcon('message-circle-question', 'Ask your notes', () => void this.show());
    this.addCommand({ id: 'ask', name: 'Ask your notes', callback: () => void this.show() });
    this.addSettingTab(new SettingsTab(this));
  }

  override onunload(): void {
    void this.#server?.then(({ stop }) => stop()).catch(() => undefined);
  }

  /** Starts the server unless it runs. */
  async client(): Promise<MemoraClient> {
    const { adapter } = this.app.vault;
    if (!(adapter instanceof FileSystemAdapter)) throw new Error('Memora needs a vault on this machine.');
    this.#server ??= startMemoraServer(this.settings.command, adapter.getBasePath());
    try {
      return createMemoraClient((await this.#server).address, requestUrl);
    } catch (error) {
      // The next question tries again.
      this.#server = null;
      throw error;
    }
  }

  async save(settings: MemoraSettings): Promise<void> {
    this.settings = settings;
    await this.saveData(settings);
  }

  async show(): Promise<void> {
    const { workspace } = this.app;
    const [open] = workspace.getLeavesOfType(ASK_VIEW);
    const leaf = open ?? workspace.getRightLeaf(false);
    if (leaf === null) return;
    await leaf.setViewState({ type: ASK_VIEW, active: true });
    await workspace.revealLeaf(leaf);
  }
}
