import type { z } from 'zod'
import { oneOf, optionalPort, origin, port, type Settings } from '#server/settings.ts'

export const settings = {
  shape: {
    SITES_PORT: port(3080),
    /** Absent: the default port, if it is free. */
    SITES_TLS_PORT: optionalPort,
    SITES_ORIGIN: origin.optional(),
    SERVER_DRIVER: oneOf('site', 'nginx', 'off').default('site'),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
