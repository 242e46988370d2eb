import { VaultChooser } from './vault-chooser.tsx';

/** The first screen if no folder is named yet. */
export function Lobby() {
  return (
    <main>
      <div class="page lobby">
        <h1>Which notes?</h1>
        <p>
          Memora reads a folder of Markdown notes and answers from it. Your notes stay where they are and as
          they are. What it finds is kept next to them, in a folder <code>.memora</code>.
        </p>
        <VaultChooser here={null} />
      </div>
    </main>
  );
}
