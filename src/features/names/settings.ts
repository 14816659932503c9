import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

export const settings = {
  title: 'Orders',
  shape: {
    HELD_NAMES: z.coerce
      .number('must be a whole number from 0')
      .int('must be a whole number from 0')
      .min(0, 'must be a whole number from 0')
      .default(3)
      .describe('Domains that one customer’s unapproved orders may reserve; 0 means any number.'),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
