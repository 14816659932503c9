import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'
import { storedFields } from '../contract/resource.ts'

/** `buildDuration` in seconds. */
export const devopsOutput = z.object({
  ...storedFields,
  serviceName: z.string(),
  type: z.string(),
  repositoryUrl: z.string().nullable(),
  branch: z.string(),
  buildStatus: z.string(),
  lastBuild: maybeInstant,
  buildDuration: z.number().nullable(),
  testsCount: z.number(),
  testsPassed: z.number(),
  deploymentTarget: z.string().nullable(),
  artifacts: z.array(z.string()),
})
export type DevopsService = z.output<typeof devopsOutput>
