import { settle } from './today-state.ts';

interface ConfirmProps {
  readonly card: string;
  readonly about: string;
  readonly winner: string | null;
  /** The line of the ledger, without its time. */
  readonly line: string;
}

/** Shows the line that a decision would write, and writes it after confirmation. */
export function Confirm({ card, about, winner, line }: ConfirmProps) {
  return (
    <div class="confirm" role="group" aria-label="Confirm">
      <p>
        This line is added to <code>_ledger.md</code>; your notes stay as they are.
      </p>
      <pre tabIndex={0}>{line}</pre>
      <button type="button" onClick={() => void settle({ card, about, winner })}>
        Write the line
      </button>
    </div>
  );
}
