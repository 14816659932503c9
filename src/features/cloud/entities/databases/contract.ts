import { z } from 'zod'
import { moments, resourceFields } from '../contract/resource.ts'

/**
 * `engineVersion` and `version` are the same, `backupEnabled` means a backup retention above zero; `allocatedStorage` in GB.
 * Null means that a provider does not report it.
 */
export const databaseOutput = z.object({
  ...resourceFields,
  name: z.string(),
  engine: z.string(),
  instanceClass: z.string(),
  status: z.string(),
  allocatedStorage: z.number().nullable(),
  engineVersion: z.string().nullable(),
  version: z.string().nullable(),
  backupEnabled: z.boolean().nullable(),
  backupRetention: z.number().nullable(),
})
export type CloudDatabase = z.output<typeof databaseOutput>

export const databaseDetails = databaseOutput.extend({
  ...moments,
  kind: z.literal('databases'),
  instanceId: z.string(),
  endpoint: z.string().nullable(),
  port: z.number().nullable(),
  username: z.string().nullable(),
  multiAz: z.boolean().nullable(),
  maintenanceWindow: z.string().nullable(),
})
