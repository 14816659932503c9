import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

export const settings = {
  shape: { WEBHOOKS_ALLOW_PRIVATE: z.stringbool('must be true or false').default(false) },
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
