import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

/** The first administrator. */
export const settings = {
  shape: {
    ADMIN_EMAIL: z.string().optional(),
    ADMIN_MOBILE: z.string().optional(),
    ADMIN_PASSWORD: z.string().optional(),
  },
  check({ ADMIN_EMAIL, ADMIN_MOBILE, ADMIN_PASSWORD }: Record<string, unknown>) {
    const given = [ADMIN_EMAIL, ADMIN_MOBILE, ADMIN_PASSWORD].filter(Boolean).length
    return given === 0 || given === 3
      ? null
      : 'ADMIN_EMAIL, ADMIN_MOBILE and ADMIN_PASSWORD must be set together, or none of them'
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
