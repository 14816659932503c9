import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

export const settings = {
  title: 'Webhooks',
  shape: {
    WEBHOOKS_ALLOW_PRIVATE: z
      .stringbool('must be true or false')
      .default(false)
      .describe(
        'Customers’ webhooks may call private addresses and plain http. For intranets only: every customer can then reach whatever this machine can.',
      ),
  },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
