import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

/** How an engine is provided: a mode, or the address of a server with rights to create databases. */
export type EngineSource = 'embedded' | 'managed' | 'off' | URL

const addressOf = (text: string, schemes: readonly string[]): URL | null => {
  const url = URL.parse(text)
  return url && schemes.includes(url.protocol) && url.hostname !== '' && url.username !== '' ? url : null
}

/** A mode, or an address with user and password. */
const source = (modes: readonly ('embedded' | 'managed' | 'off')[], ...schemes: string[]) =>
  z
    .string()
    .transform((text, ctx): EngineSource => {
      const mode = modes.find((name) => name === text)
      const found = mode ?? addressOf(text, schemes)
      if (found !== null) return found
      ctx.addIssue(`must be ${modes.join(', ')} or an address such as ${schemes[0]}//user:password@host`)
      return z.NEVER
    })
    .optional()

const portRule = 'must be a port from 1 to 65535, or auto'

/** Absent: the default port, if it is free. */
const enginePort = z
  .union(
    [
      z.literal('auto').transform(() => 'auto' as const),
      z.coerce.number().int().min(1, portRule).max(65_535, portRule),
    ],
    portRule,
  )
  .optional()

const hostRule = 'must be the name or address at which customers reach this machine'

export const settings = {
  title: 'Databases',
  shape: {
    DB_POSTGRES: source(['embedded', 'managed', 'off'], 'postgres:', 'postgresql:').meta({
      description:
        'PostgreSQL for customers. `embedded`: the server from the npm packages. `managed`: the newest server installed here (Debian’s `postgresql`). Or an existing server with rights to create databases and roles, such as `postgres://admin:password@db.example.org/postgres` (`?sslmode=require` or `verify-full` for TLS), or `off`. The first two keep data in `DATA_DIR/engines/postgresql` and run as `postgres` or `nobody` when the portal is root.',
      whenUnset: '`embedded` in a source checkout, otherwise `managed` if PostgreSQL is installed',
    }),
    DB_POSTGRES_PORT: enginePort.meta({
      description: 'Port of the embedded or managed PostgreSQL; `auto` picks a free one.',
      whenUnset: '5432 if free at the first start, otherwise a free one; then unchanged',
    }),
    DB_MYSQL: source(['managed', 'off'], 'mysql:', 'mariadb:').meta({
      description:
        'MySQL for customers. `managed`: Debian’s `mariadb-server` 10.6 or later, in `DATA_DIR/engines/mysql`. Or an existing server with rights to create databases and users, such as `mysql://admin:password@db.example.org` (`?ssl-mode=REQUIRED` for TLS), or `off`.',
      whenUnset: '`managed` if MariaDB is installed',
    }),
    DB_MYSQL_PORT: enginePort.meta({
      description: 'Port of the managed MariaDB; `auto` picks a free one.',
      whenUnset: '3306 if free at the first start, otherwise a free one; then unchanged',
    }),
    DB_MONGODB: source(['off'], 'mongodb:', 'mongodb+srv:').meta({
      description:
        'MongoDB for customers: an existing server with rights to create users, such as `mongodb://admin:password@db.example.org`. Dumps are not supported, and it was not tested with a real server.',
      whenUnset: '`off`',
    }),
    DB_PUBLIC_HOST: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9.:-]*$/, hostRule)
      .optional()
      .meta({
        description:
          'Host name or address by which customers reach databases from outside. Embedded and managed servers then listen on all addresses with TLS and admit the addresses a customer allows.',
        whenUnset: 'databases answer this machine only',
      }),
  },
  check(values) {
    if (values.SHARED_DATA !== true) return null
    const own = (['DB_POSTGRES', 'DB_MYSQL'] as const).find((name) =>
      ['embedded', 'managed'].includes(String(values[name])),
    )
    return own
      ? `${own}: with SHARED_DATA it must be the address of a server that all nodes can reach, or off`
      : null
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
