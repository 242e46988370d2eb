import { byId } from './element.ts';

/** The graph's colours, from the current style sheet. */
export interface Palette {
  readonly statuses: Readonly<Record<string, string>>;
  readonly edges: Readonly<Record<string, string>>;
  readonly ink: string;
  readonly paper: string;
  readonly faint: string;
  readonly region: string;
  readonly subject: string;
  readonly heap: string;
  readonly accent: string;
}

/** Reads the colours of the page. */
export function readPalette(): Palette {
  const get = openColours();
  const contested = get('contested');
  return {
    statuses: {
      current: get('current'),
      superseded: get('superseded'),
      stale: get('stale'),
      contested,
      retracted: get('superseded'),
    },
    edges: {
      contradicts: contested,
      supersedes: get('edge'),
      derives: get('stale'),
      depends_on: get('stale'),
    },
    ink: get('ink'),
    paper: get('paper'),
    faint: get('faint'),
    region: get('region'),
    subject: get('subject'),
    heap: get('heap'),
    accent: get('accent'),
  };
}

/** Reads colours of the style sheet as `#rrggbb`. A custom property itself still holds both the light and the dark colour. */
function openColours(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  const ink = document.createElement('canvas').getContext('2d');
  const root = document.documentElement;
  return (name) => {
    root.style.setProperty('outline-color', `var(--${name})`);
    const colour = style.outlineColor;
    root.style.removeProperty('outline-color');
    if (ink === null) return colour;
    ink.fillStyle = colour;
    return String(ink.fillStyle);
  };
}

/** Mixes two `#rrggbb` colours, with `share` of the second. */
export function mix(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) =>
    Math.round(channel(one, at) * (1 - share) + channel(other, at) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** Lets the reader choose between light and dark, and calls `onChange`. The system's setting applies until then. */
export function startTheme(onChange: () => void): void {
  const button = byId('theme', HTMLButtonElement);
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = (): boolean => {
    const chosen = document.documentElement.dataset['theme'];
    return chosen === undefined ? system.matches : chosen === 'dark';
  };
  const show = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    document.documentElement.dataset['theme'] = isDark() ? 'light' : 'dark';
    show();
    onChange();
  });
  system.addEventListener('change', () => {
    show();
    onChange();
  });
  show();
}
