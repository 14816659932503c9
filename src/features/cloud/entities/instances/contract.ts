import { z } from 'zod'
import { id, maybeInstant } from '#shared/schema.ts'
import { moments, resourceFields } from '../contract/resource.ts'

export const actInput = z.object({
  action: z.enum(['start', 'stop', 'reboot']),
  resourceId: id,
  serviceType: z.literal('instance', 'Only instances can be started, stopped and rebooted.'),
})

/** `running`, `stopped`, `in-progress`, or the provider's own word. */
export const instanceOutput = z.object({
  ...resourceFields,
  name: z.string(),
  instanceType: z.string(),
  status: z.string(),
  publicIp: z.string().nullable(),
  privateIp: z.string().nullable(),
})
export type Instance = z.output<typeof instanceOutput>

export const instanceDetails = instanceOutput.extend({
  ...moments,
  kind: z.literal('instances'),
  instanceId: z.string(),
  zone: z.string().nullable(),
  imageId: z.string().nullable(),
  keyPairName: z.string().nullable(),
  securityGroups: z.array(z.string()),
  tags: z.record(z.string(), z.string()),
  launchedAt: maybeInstant,
})
