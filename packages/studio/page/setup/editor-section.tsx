import { useState } from 'preact/hooks';
import { describeFault } from '../describe-fault.ts';
import { post, Refusal } from '../server.ts';

const EDITORS = [
  ['none', 'None'],
  ['vscode', 'VS Code'],
  ['cursor', 'Cursor'],
  ['windsurf', 'Windsurf'],
  ['zed', 'Zed'],
  ['idea', 'IntelliJ IDEA'],
  ['sublime', 'Sublime Text'],
] as const;

interface EditorSectionProps {
  readonly editor: string;
  readonly onChosen: () => void;
}

/** Lets the reader choose the editor that opens a cited line. Obsidian is always offered. */
export function EditorSection({ editor, onChosen }: EditorSectionProps) {
  const [fault, setFault] = useState<string | null>(null);
  const choose = async (wanted: string) => {
    try {
      setFault(null);
      await post('editor', { editor: wanted });
      onChosen();
    } catch (error) {
      setFault(error instanceof Refusal ? error.code : 'UNREACHABLE');
    }
  };
  return (
    <section aria-labelledby="setup-editor">
      <h2 id="setup-editor">Editor</h2>
      <label class="fields">
        A cited line can be opened in
        <select value={editor} onChange={(event) => void choose(event.currentTarget.value)}>
          {EDITORS.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {fault === null ? null : (
        <p class="fault" role="alert">
          {describeFault(fault)}
        </p>
      )}
    </section>
  );
}
