import { z } from 'zod'
import { providerRowOutput } from '#features/cloud-accounts/contract/providers.ts'
import { id } from '#shared/schema.ts'
import { analyticsDetails, analyticsOutput } from './entities/analytics/contract.ts'
import { containerDetails, containerOutput } from './entities/containers/contract.ts'
import { databaseDetails, databaseOutput } from './entities/databases/contract.ts'
import { functionDetails, functionOutput } from './entities/functions/contract.ts'
import { instanceDetails, instanceOutput } from './entities/instances/contract.ts'
import { mlServiceDetails } from './entities/ml-services/contract.ts'
import { securityDetails, securityOutput } from './entities/security/contract.ts'
import { storageDetails, storageOutput } from './entities/storage/contract.ts'

export const createResourceInput = z.object({
  action: z.literal('seed-sample-data', 'Choose an action from the list.'),
  /** Creates no sample data for an account that ever had it: the screen sends this when it asks automatically. */
  once: z.boolean().optional(),
})
/** `seeded` is false when nothing was created. */
export const createResourceOutput = z.object({ ok: z.literal(true), seeded: z.boolean() })

/** `GET /api/cloud/all-services`: the eight lists, each newest first. */
export const allServicesOutput = z.object({
  instances: z.array(instanceOutput),
  storage: z.array(storageOutput),
  databases: z.array(databaseOutput),
  functions: z.array(functionOutput),
  containers: z.array(containerOutput),
  analytics: z.array(analyticsOutput),
  security: z.array(securityOutput),
  providers: z.array(providerRowOutput),
})
export type AllServices = z.output<typeof allServicesOutput>

/** One resource of the eight lists with all its stored details. */
export const resourceOutput = z.discriminatedUnion('kind', [
  instanceDetails,
  storageDetails,
  databaseDetails,
  functionDetails,
  containerDetails,
  analyticsDetails,
  mlServiceDetails,
  securityDetails,
])
export type ResourceDetails = z.output<typeof resourceOutput>

export const resourceKinds = resourceOutput.options.map(({ shape }) => shape.kind.value)
export type ResourceKind = (typeof resourceKinds)[number]
export const resourceInput = z.object({ kind: z.enum(resourceKinds), id })
