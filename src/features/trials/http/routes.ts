import { z } from 'zod'
import type { HttpRoute } from '#server/feature.ts'
import { createdTrialOutput } from '../contract/contract.ts'
import { maxSiteFiles } from '../contract/limits.ts'

// A slow connection is not a dead one: an upload may be silent for this long.
const idleSeconds = 60

export const routes: readonly HttpRoute[] = [
  { method: 'POST', path: '/report-site/:name', access: 'visitor' },
  {
    method: 'POST',
    path: '/api/trials',
    access: 'visitor',
    upload: 'single',
    idleSeconds,
    description: {
      summary: 'Creates a temporary site from a zip, or from files named by their paths.',
      form: z.object({ file: z.array(z.file()).min(1).max(maxSiteFiles) }),
      status: 201,
      answer: { type: 'application/json', schema: createdTrialOutput },
      refusals: [400, 404, 415, 422, 503],
    },
  },
]
