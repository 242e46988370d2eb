import type { LeftOutView } from '../../src/ask/answer-view.ts';

/** Sentences that were removed before they were shown, each with its reason. */
export function LeftOut({ leftOut }: { readonly leftOut: readonly LeftOutView[] }) {
  if (leftOut.length === 0) return null;
  return (
    <details class="left-out">
      <summary>
        {leftOut.length === 1 ? '1 sentence was left out' : `${leftOut.length} sentences were left out`}
      </summary>
      <ul>
        {leftOut.map(({ text, reason }, i) => (
          <li key={i}>
            <s dir="auto">{text}</s> <span class="reason">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
