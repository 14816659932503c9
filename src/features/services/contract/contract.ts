import { z } from 'zod'
import { instant } from '#shared/schema.ts'

export const serviceStatuses = [
  'pending',
  'active',
  'restarting',
  'stopped',
  'suspended',
  'terminated',
] as const
export type ServiceStatus = (typeof serviceStatuses)[number]

const provisioningStates = ['queued', 'running', 'retrying', 'failed'] as const
export const provisioningSteps = ['folder', 'address', 'server', 'activate'] as const

const provisioningOutput = z.object({
  state: z.enum(provisioningStates),
  step: z.string().nullable(),
  attempts: z.number(),
  message: z.string().nullable(),
})
export type Provisioning = z.output<typeof provisioningOutput>

export const serviceOutput = z.object({
  id: z.string(),
  status: z.enum(serviceStatuses),
  planId: z.string(),
  plan: z.object({ id: z.string(), name: z.string(), price: z.number() }),
  category: z.object({ id: z.string(), name: z.string() }),
  name: z.string().nullable(),
  domain: z.string().nullable(),
  serverIp: z.string().nullable(),
  autoRestart: z.boolean(),
  provisioning: provisioningOutput.nullable(),
  url: z.string().nullable(),
  /** The readable form of the same address. */
  previewUrl: z.string().nullable(),
  suspendedReason: z.string().nullable(),
  createdAt: instant,
})
export type Service = z.output<typeof serviceOutput>

/** A site of the caller, as `/websites` lists it. */
export const websiteOutput = z.object({
  id: z.string(),
  name: z.string().nullable(),
  domain: z.string().nullable(),
  url: z.string().nullable(),
  /** The readable form of the same address. */
  previewUrl: z.string().nullable(),
  status: z.enum(serviceStatuses),
  ssl: z.boolean(),
  diskBytes: z.number(),
  diskQuotaBytes: z.number(),
  lastBackupAt: instant.nullable(),
})
export type Website = z.output<typeof websiteOutput>
