/** A command line to copy. */
export function Command({ text }: { readonly text: string }) {
  return (
    <span class="command">
      <code>{text}</code>{' '}
      <button
        type="button"
        class="quiet"
        aria-label={`Copy ${text}`}
        onClick={() => void navigator.clipboard.writeText(text)}
      >
        Copy
      </button>
    </span>
  );
}
