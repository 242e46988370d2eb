import { later } from './today-state.ts';

/** Hides a card until the page is loaded again. */
export function LaterButton({ card }: { readonly card: string }) {
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        later.value = new Set([...later.value, card]);
      }}
    >
      Later
    </button>
  );
}
