/**
 * Preloaded into a process (`node --require`): appends every address that the process asks the system to connect to, send
 * to, or resolve, to the file `MEMORA_SOCKET_LOG`. It sits on Node's own bindings, below `net`, `tls`, `dns` and `fetch`.
 */
const { appendFileSync } = require('node:fs');

const log = process.env.MEMORA_SOCKET_LOG;
process.removeAllListeners('warning');
const record = (what, ...values) => appendFileSync(log, `${what} ${values.map(String).join(' ')}\n`);

function wrap(prototype, name, describe) {
  const original = prototype?.[name];
  if (typeof original !== 'function') return;
  prototype[name] = function wrapped(...args) {
    record(name, ...describe(args));
    return original.apply(this, args);
  };
}

const { TCP } = process.binding('tcp_wrap');
wrap(TCP.prototype, 'connect', (args) => [args[1], args[2]]);
wrap(TCP.prototype, 'connect6', (args) => [args[1], args[2]]);
const { UDP } = process.binding('udp_wrap');
for (const name of ['send', 'send6', 'connect', 'connect6'])
  wrap(UDP.prototype, name, (args) => [args.at(-3), args.at(-2)]);
const cares = process.binding('cares_wrap');
wrap(cares, 'getaddrinfo', (args) => [args[1]]);
const channel = cares.ChannelWrap?.prototype ?? {};
for (const name of Object.getOwnPropertyNames(channel))
  if (name.startsWith('query')) wrap(channel, name, (args) => [args[1]]);
record('loaded', process.argv[2] ?? '');
