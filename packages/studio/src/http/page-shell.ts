import { PLACES, type Place, TEAM_PLACES } from '../places.ts';

/**
 * The first page before its script has run: header, box and button, as the script draws them. The script
 * takes over these elements, so that nothing moves and text typed meanwhile stays.
 */
export function pageShell(team: string | undefined): string {
  const places = team === undefined ? PLACES : TEAM_PLACES;
  const name = team === undefined ? '' : `<span class="vault-name"><bdi>${escapeMarkup(team)}</bdi></span>`;
  return [
    '<header class="top"><a class="brand" href="#/ask" aria-label="Memora, to the first page">',
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">',
    '<rect class="lit" x="1" y="7.5" width="18" height="5" rx="1.5"></rect><path d="M3 4h11M3 10h14M3 16h8"></path></svg>',
    `Memora</a>${name}<nav aria-label="Main">${places.map(toLink).join('')}</nav></header>`,
    '<main><div><div class="ask fresh"><section class="asking" aria-label="Questions"><h1>Ask your notes</h1>',
    '<form class="box"><textarea id="ask" aria-label="Ask" dir="auto" rows="1" placeholder="What do you want to know?"></textarea>',
    '<button type="submit">Ask</button></form><p class="empty">Each sentence of the answer shows the line of your notes that says it. Press <kbd>?</kbd> for keys.</p>',
    '</section></div></div></main>',
  ].join('');
}

function toLink(place: Place): string {
  return `<a href="#/${place.toLowerCase()}"${place === 'Ask' ? ' aria-current="page"' : ''}>${place}</a>`;
}

/** Escapes text for HTML, both between tags and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
