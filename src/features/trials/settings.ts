import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

export const settings = {
  title: 'Trial sites',
  shape: {
    TRY_SITES: z
      .stringbool('must be true or false')
      .default(false)
      .describe(
        'Visitors may put a site online for 24 hours before signing up, on the sites port below `/try/`.',
      ),
  },
  check: ({ TRY_SITES, SITES_PORT }) =>
    TRY_SITES && SITES_PORT === 0 ? 'TRY_SITES requires SITES_PORT, where temporary sites are served' : null,
} satisfies Settings

declare module '#server/settings.ts' {
  interface Env extends z.output<z.ZodObject<typeof settings.shape>> {}
}
