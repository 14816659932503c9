import { z } from 'zod'
import { id, maybeInstant } from '#shared/schema.ts'

export const instanceActions = ['start', 'stop', 'reboot'] as const
export const instanceAction = z.enum(instanceActions)
export type InstanceAction = z.output<typeof instanceAction>

/** The provider of the sample data; nothing of it exists anywhere. */
export const simulatorName = 'simulator'

export const createResourceInput = z.object({
  action: z.literal('seed-sample-data', 'Choose an action that is offered.'),
})
/** `seeded` is false when the account had its sample data already. */
export const createResourceOutput = z.object({ ok: z.literal(true), seeded: z.boolean() })

export const actInput = z.object({
  action: instanceAction,
  resourceId: id,
  serviceType: z.literal('instance', 'Only instances can be started, stopped and rebooted.'),
})

/** What every row of a cloud resource says of itself: an example, not real, and which of the providers has it. */
export const resourceFields = {
  id: z.string(),
  providerId: z.string(),
  region: z.string(),
  sample: z.boolean(),
  simulated: z.boolean(),
}

/** `running`, `stopped`, `in-progress`, or what a provider calls it. */
export const instanceOutput = z.object({
  ...resourceFields,
  name: z.string(),
  instanceType: z.string(),
  status: z.string(),
  publicIp: z.string().nullable(),
  privateIp: z.string().nullable(),
})
export type Instance = z.output<typeof instanceOutput>

/** Null is what a provider does not tell of its bucket, here and below. */
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

/** `engineVersion` and `version` are the same, `backupEnabled` means that backups are kept; `allocatedStorage` in GB. */
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

/** Two spellings of name, state, memory (MB) and timeout (seconds). */
export const functionOutput = z.object({
  ...resourceFields,
  functionName: z.string(),
  name: z.string(),
  runtime: z.string(),
  state: z.string(),
  status: z.string(),
  memorySize: z.number(),
  memoryMb: z.number(),
  timeout: z.number(),
  timeoutSeconds: z.number(),
  invocationCount: z.number().nullable(),
})
export type CloudFunction = z.output<typeof functionOutput>

/** Two spellings of name, image and replicas; `cpu` in CPU units of 1/1024, `memory` in MB. */
export const containerOutput = z.object({
  ...resourceFields,
  name: z.string(),
  serviceName: z.string(),
  image: z.string(),
  imageUri: z.string(),
  status: z.string(),
  cpu: z.number(),
  memory: z.number(),
  replicas: z.number(),
  desiredCount: z.number(),
})
export type Container = z.output<typeof containerOutput>

/** Data sets and models; a data set has no model fields. `accuracy` in percent. */
export const analyticsOutput = z.object({
  ...resourceFields,
  name: z.string(),
  type: z.string(),
  status: z.string(),
  modelType: z.string().nullable(),
  accuracy: z.number().nullable(),
  predictionCount: z.number().nullable(),
})
export type AnalyticsItem = z.output<typeof analyticsOutput>

/** `complianceScore` in percent. */
export const securityOutput = z.object({
  ...resourceFields,
  name: z.string(),
  type: z.string(),
  status: z.string(),
  threatsDetected: z.number(),
  complianceScore: z.number().nullable(),
  lastScan: maybeInstant,
})
export type SecurityItem = z.output<typeof securityOutput>

export const providerRowOutput = z.object({
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
  region: z.string(),
  isActive: z.boolean(),
  sample: z.boolean(),
  simulated: z.boolean(),
})
export type ProviderRow = z.output<typeof providerRowOutput>

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
