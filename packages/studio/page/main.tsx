import { render } from 'preact';
import { App } from './app.tsx';
import { question } from './ask/ask-state.ts';
import { hearKeys } from './hear-keys.ts';
import { listen } from './listen.ts';
import { Lobby } from './vaults/lobby.tsx';

const page = document.getElementById('page');
const isLobby = page?.dataset['lobby'] !== undefined;

/** Takes over the server-rendered elements, including text that was typed meanwhile. */
function start(): void {
  const typed = document.querySelector('textarea')?.value ?? '';
  if (typed !== '') question.value = typed;
  if (page !== null) render(isLobby ? <Lobby /> : <App />, page);
  if (!isLobby) {
    listen();
    hearKeys();
  }
  const { dataset } = document.documentElement;
  delete dataset['elsewhere'];
  dataset['ready'] = 'true';
}

// The server-rendered page is painted first. A hidden page is not painted and does not wait for it.
if (document.visibilityState === 'hidden') start();
else requestAnimationFrame(() => setTimeout(start));
