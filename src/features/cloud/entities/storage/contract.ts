import { z } from 'zod'
import { moments, resourceFields } from '../contract/resource.ts'

/** A bucket or a volume. Null means that a provider does not report it. */
export const storageOutput = z.object({
  ...resourceFields,
  bucketName: z.string(),
  storageClass: z.string().nullable(),
  encryption: z.boolean().nullable(),
  publicAccess: z.boolean().nullable(),
  sizeBytes: z.number().nullable(),
  objectCount: z.number().nullable(),
})
export type Bucket = z.output<typeof storageOutput>

export const storageDetails = storageOutput.extend({
  ...moments,
  kind: z.literal('storage'),
  versioning: z.boolean().nullable(),
})
