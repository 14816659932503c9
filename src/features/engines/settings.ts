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
  shape: {
    DB_POSTGRES: source(['embedded', 'managed', 'off'], 'postgres:', 'postgresql:'),
    DB_POSTGRES_PORT: enginePort,
    DB_MYSQL: source(['managed', 'off'], 'mysql:', 'mariadb:'),
    DB_MYSQL_PORT: enginePort,
    DB_MONGODB: source(['off'], 'mongodb:', 'mongodb+srv:'),
    DB_PUBLIC_HOST: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9.:-]*$/, hostRule)
      .optional(),
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
