import type { ClientConfig } from 'pg';
import type { TeamAddress } from './read-address.ts';

/** How a connection to an address is opened: on this machine, or over verified TLS. */
export function clientConfig(
  { host, port, database, user, password, tls }: TeamAddress,
  connectTimeout = 10_000,
): ClientConfig {
  return {
    ...{ host, port, database, application_name: 'memora', connectionTimeoutMillis: connectTimeout },
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ssl: tls === null ? false : { rejectUnauthorized: true, ...(tls.ca === undefined ? {} : { ca: tls.ca }) },
  };
}
