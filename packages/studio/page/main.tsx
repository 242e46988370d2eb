import { render } from 'preact';
import { App } from './app.tsx';
import { hearKeys } from './hear-keys.ts';
import { listen } from './listen.ts';

const page = document.getElementById('page');
if (page !== null) render(<App />, page);
listen();
hearKeys();
document.documentElement.dataset['ready'] = 'true';
