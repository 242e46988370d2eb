import type { ClientConfig } from 'pg';
import type { TeamAddress } from './read-address.ts';

/** Returns the driver's options for an address: a local connection, or verified TLS. */
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
