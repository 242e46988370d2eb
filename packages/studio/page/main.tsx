import { render } from 'preact';
import { App } from './app.tsx';
import { hearKeys } from './hear-keys.ts';
import { listen } from './listen.ts';
import { Lobby } from './vaults/lobby.tsx';

const page = document.getElementById('page');
const isLobby = page?.dataset['lobby'] !== undefined;
if (page !== null) render(isLobby ? <Lobby /> : <App />, page);
if (!isLobby) {
  listen();
  hearKeys();
}
document.documentElement.dataset['ready'] = 'true';
