/** What is shown before the first question. */
export function Suggestions() {
  return (
    <p class="empty">
      Ask about anything that you wrote down. Each sentence of the answer shows the line of your notes that
      says it. Press <kbd>?</kbd> for keys.
    </p>
  );
}
