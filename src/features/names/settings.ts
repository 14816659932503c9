import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

export const settings = {
  shape: {
    /** How many names a customer's orders reserve before they are approved; 0: any number. */
    HELD_NAMES: z.coerce
      .number('must be a whole number from 0')
      .int('must be a whole number from 0')
      .min(0, 'must be a whole number from 0')
      .default(3),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
