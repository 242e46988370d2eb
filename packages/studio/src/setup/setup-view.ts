/** How a vault is set up, for whoever looks at it. */
export interface SetupView {
  readonly vault: string;
  readonly notes: number;
  /** Notes that could not be read. */
  readonly failures: number;
  /** The model that writes answers; null where they are lines of notes. */
  readonly model: { readonly provider: string; readonly name: string | null } | null;
}
