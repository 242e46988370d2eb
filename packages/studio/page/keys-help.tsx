import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export const isHelpOpen = signal(false);

const KEYS = [
  ['/', 'to the box, or to the search'],
  ['Enter', 'ask, or open the note of a source'],
  ['Esc', 'stop, clear the box, or close the note'],
  ['j, k', 'next and previous source or note'],
  ['e', 'edit the line'],
  ['o', 'open the note in Obsidian'],
  ['v', 'open the line in the editor that you chose in Setup'],
  ['c', 'copy the answer with footnotes'],
  ['s', 'save the answer as a note'],
  ['r', 'save a receipt of the answer'],
] as const;

/** The keyboard shortcuts, in a dialog. */
export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen.value) dialog.current?.showModal();
  }, [isHelpOpen.value]);
  return (
    <dialog
      ref={dialog}
      aria-label="Keys"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <dl>
        {KEYS.map(([key, says]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
