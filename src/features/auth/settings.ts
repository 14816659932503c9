import { z } from 'zod'
import { oneOf, type Settings } from '#server/settings.ts'

/** The first administrator, and whether administrators need a second factor. */
export const settings = {
  title: 'Administrators',
  shape: {
    ADMIN_EMAIL: z
      .string()
      .optional()
      .describe('Email address of the first administrator. Set all three `ADMIN_` values or none.'),
    ADMIN_MOBILE: z
      .string()
      .optional()
      .describe('Mobile number of the first administrator, such as `+919876543210`.'),
    ADMIN_PASSWORD: z.string().optional().describe('Password of the first administrator.'),
    ADMIN_TWO_FACTOR: oneOf('off', 'required')
      .default('off')
      .describe('`required`: administrators need two-factor sign-in to open the console.'),
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
