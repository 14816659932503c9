import { z } from 'zod'
import { id, instant, maybeInstant } from '#shared/schema.ts'
import {
  containerOutput,
  databaseOutput,
  functionOutput,
  instanceOutput,
  resourceFields,
  securityOutput,
  storageOutput,
} from '../contract.ts'
import { mlServiceOutput } from './entities.ts'

/** Resources of the eight lists, of which more is stored than the lists say; `analytics` holds data sets and models. */
export const resourceKinds = [
  'instances',
  'storage',
  'databases',
  'functions',
  'containers',
  'analytics',
  'ml-services',
  'security',
] as const
export const resourceKind = z.enum(resourceKinds)
export type ResourceKind = z.output<typeof resourceKind>

export const resourceInput = z.object({ kind: resourceKind, id })

const more = { createdAt: instant, updatedAt: instant }

const instanceDetails = instanceOutput.extend({
  ...more,
  kind: z.literal('instances'),
  instanceId: z.string(),
  zone: z.string().nullable(),
  imageId: z.string().nullable(),
  keyPairName: z.string().nullable(),
  securityGroups: z.array(z.string()),
  tags: z.record(z.string(), z.string()),
  launchedAt: maybeInstant,
})

const storageDetails = storageOutput.extend({
  ...more,
  kind: z.literal('storage'),
  versioning: z.boolean().nullable(),
})

const databaseDetails = databaseOutput.extend({
  ...more,
  kind: z.literal('databases'),
  instanceId: z.string(),
  endpoint: z.string().nullable(),
  port: z.number().nullable(),
  username: z.string().nullable(),
  multiAz: z.boolean().nullable(),
  maintenanceWindow: z.string().nullable(),
})

/** Of the environment the names alone are told: values of one may be secrets. `codeSize` in bytes. */
const functionDetails = functionOutput.extend({
  ...more,
  kind: z.literal('functions'),
  handler: z.string().nullable(),
  lastInvoked: maybeInstant,
  errorCount: z.number().nullable(),
  codeSize: z.number().nullable(),
  environment: z.array(z.string()),
})

const containerDetails = containerOutput.extend({
  ...more,
  kind: z.literal('containers'),
  clusterName: z.string(),
  runningCount: z.number(),
  networkMode: z.string(),
  ports: z.array(z.number()),
  environment: z.array(z.string()),
})

const analyticsDetails = z.object({
  ...resourceFields,
  ...more,
  kind: z.literal('analytics'),
  datasetId: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  location: z.string().nullable(),
  sizeBytes: z.number(),
  tableCount: z.number(),
  queryCount: z.number(),
  lastQueried: maybeInstant,
  encryption: z.boolean(),
  access: z.string(),
})

const mlServiceDetails = mlServiceOutput.extend({ updatedAt: instant, kind: z.literal('ml-services') })

const securityDetails = securityOutput.extend({
  ...more,
  kind: z.literal('security'),
  rulesCount: z.number(),
  blockedRequests: z.number(),
  allowedRequests: z.number(),
  lastActivity: maybeInstant,
  alertsEnabled: z.boolean(),
  configuration: z.record(z.string(), z.unknown()).nullable(),
})

/** One resource with everything that is stored of it. */
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
