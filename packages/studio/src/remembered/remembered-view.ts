/** What an agent remembered. Secret text is `[redacted]`. */
export interface RememberedItem {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly status: string;
  /** Why it waits for a person's word; null where it does not. */
  readonly held: string | null;
  readonly created: string;
  /** The turn that it rests on: who said it, and in which words. */
  readonly said: { readonly by: string; readonly quote: string; readonly intact: boolean } | null;
  readonly path: string;
}

/** What was remembered in one session, the newest first. */
export interface RememberedSession {
  readonly session: string | null;
  readonly agent: string | null;
  readonly newest: string;
  readonly items: readonly RememberedItem[];
}

/** What the next prompt of an agent gets. */
export interface NextPrompt {
  readonly prefix: string;
  readonly turn: string;
  readonly tokens: { readonly prefix: number; readonly turn: number };
}

/** What came of an edit: the memory that stands in the place of the other, or why there is none. */
export interface EditedMemory {
  readonly decision: string;
  readonly id: string | null;
}
