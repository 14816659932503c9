import type { z } from 'zod'
import { oneOf, optionalPort, origin, port, type Settings } from '#server/settings.ts'

export const settings = {
  title: 'Sites',
  shape: {
    SITES_PORT: port(3080).describe(
      'Port for customers’ sites, by Host header and below `/sites/<service>/`; `auto` picks a free one, 0 turns it off.',
    ),
    /** Absent: the default port, if it is free. */
    SITES_TLS_PORT: optionalPort.meta({
      description:
        'The same over TLS for hosts with a certificate; their plain requests are redirected unless the domain says otherwise. `DATA_DIR/certificates/<host>.crt` and `.key` (PEM, reloaded on change) take precedence over certificates in the database. `auto` picks a free one, 0 turns it off.',
      whenUnset: '3443; no TLS if that is taken',
    }),
    SITES_ORIGIN: origin.optional().meta({
      description:
        'Public address of customers’ sites. Customers cannot use this host, those of `PUBLIC_ORIGIN`, `MAIL_HOST` and `DNS_NAMESERVERS`, or names below or above them.',
      whenUnset: '`http://HOST:SITES_PORT`',
    }),
    SERVER_DRIVER: oneOf('site', 'nginx', 'off')
      .default('site')
      .describe(
        'Web server of each service, one process each: `site` (built in), `nginx` (Debian’s `nginx-light`) or `off`. Each is isolated if `bubblewrap` is installed and allowed.',
      ),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
