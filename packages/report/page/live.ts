/** Reloads a page that is served live, whenever the server says that the notes changed. */
const events = new EventSource('api/events');
events.addEventListener('notes', () => location.reload());
