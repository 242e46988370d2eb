/** Reloads a live page whenever the server reports changed notes. */
const events = new EventSource('api/events');
events.addEventListener('notes', () => location.reload());
