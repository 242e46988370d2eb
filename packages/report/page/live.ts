/** Reloads a page that is served live, whenever the server says that the vault changed. */
const events = new EventSource('events');
events.addEventListener('changed', () => location.reload());
