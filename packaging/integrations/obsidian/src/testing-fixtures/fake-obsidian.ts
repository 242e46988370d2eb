/** What the plugin uses of Obsidian, over plain objects: the npm package holds types alone. */

type Options = {
  readonly cls?: string;
  readonly text?: string;
  readonly attr?: Readonly<Record<string, string>>;
};

/** An element as Obsidian extends it. */
export class FakeElement {
  readonly tag: string;
  readonly attr: Readonly<Record<string, string>>;
  readonly children: FakeElement[] = [];
  readonly listeners = new Map<string, (event: object) => void>();
  text: string;
  value = '';

  constructor(tag: string, { text = '', attr = {} }: Options = {}) {
    this.tag = tag;
    this.text = text;
    this.attr = attr;
  }

  createEl(tag: string, options?: Options): FakeElement {
    const child = new FakeElement(tag, options);
    this.children.push(child);
    return child;
  }

  createDiv(options?: Options): FakeElement {
    return this.createEl('div', options);
  }

  createSpan(options?: Options): FakeElement {
    return this.createEl('span', options);
  }

  setText(text: string): void {
    this.empty();
    this.text = text;
  }

  empty(): void {
    this.children.length = 0;
    this.text = '';
  }

  addClass(): void {}

  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, listener);
  }

  press(type: string, event: object = {}): void {
    this.listeners.get(type)?.({ preventDefault: () => undefined, ...event });
  }

  /** It and everything in it. */
  all(): FakeElement[] {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
}

export class ItemView {
  readonly contentEl = new FakeElement('div');
  readonly app: unknown;

  constructor(leaf: { readonly app: unknown }) {
    this.app = leaf.app;
  }
}

export class TFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

export class MarkdownView {
  readonly editor: FakeEditor;

  constructor(text: string) {
    this.editor = new FakeEditor(text);
  }
}

/** An editor over the lines of a note. */
export class FakeEditor {
  readonly #lines: readonly string[];
  selected: string | null = null;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  getLine(number: number): string {
    return this.#lines[number] ?? '';
  }

  setSelection(from: { line: number; ch: number }, to: { line: number; ch: number }): void {
    this.selected = this.getLine(from.line).slice(from.ch, to.ch);
  }

  scrollIntoView(): void {}
}

export class Notice {
  static readonly shown: string[] = [];

  constructor(text: string) {
    Notice.shown.push(text);
  }
}
