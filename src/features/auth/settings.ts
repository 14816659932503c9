import { z } from 'zod'
import { oneOf, type Settings } from '#server/settings.ts'

/** The first administrator, and whether administrators need a second factor. */
export const settings = {
  shape: {
    ADMIN_EMAIL: z.string().optional(),
    ADMIN_MOBILE: z.string().optional(),
    ADMIN_PASSWORD: z.string().optional(),
    ADMIN_TWO_FACTOR: oneOf('off', 'required').default('off'),
  },
  check({ ADMIN_EMAIL, ADMIN_MOBILE, ADMIN_PASSWORD }: Record<string, unknown>) {
    const given = [ADMIN_EMAIL, ADMIN_MOBILE, ADMIN_PASSWORD].filter(Boolean).length
    return given === 0 || given === 3
      ? null
      : 'set ADMIN_EMAIL, ADMIN_MOBILE and ADMIN_PASSWORD together, or none of them'
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
