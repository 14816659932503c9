import { z } from 'zod'
import { noticeKindNames } from '#features/notifications/contract/kinds.ts'
import { byId, id, instant, line, maybeInstant, page } from '#shared/schema.ts'

const kinds = z.array(z.enum(noticeKindNames)).max(noticeKindNames.length)

export const webhookOutput = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  /** Empty for all kinds. */
  kinds: z.array(z.string()),
  isEnabled: z.boolean(),
  /** The reason why the portal disabled it. */
  problem: z.string().nullable(),
  failingSince: maybeInstant,
  createdAt: instant,
  updatedAt: instant,
})
export type Webhook = z.output<typeof webhookOutput>

/** With the secret, which is returned only once. */
export const newWebhookOutput = webhookOutput.extend({ secret: z.string() })

const url = z
  .string('Enter a URL such as https://example.com/hook.')
  .trim()
  .max(2_000, 'At most 2000 characters.')

export const createWebhookInput = z.object({
  url,
  kinds: kinds.default([]),
  description: line(200).nullish(),
})

export const changeWebhookInput = byId.extend({
  url: url.optional(),
  kinds: kinds.optional(),
  description: line(200).nullish(),
  isEnabled: z.boolean().optional(),
})

export const deliveryOutput = z.object({
  id: z.string(),
  webhookId: z.string(),
  messageId: z.string(),
  kind: z.string(),
  status: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.number().int(),
  statusCode: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  answer: z.string().nullable(),
  problem: z.string().nullable(),
  createdAt: instant,
  endedAt: maybeInstant,
})
export type Delivery = z.output<typeof deliveryOutput>

export const listDeliveriesInput = page.extend({ id })
export const replayInput = byId.extend({ deliveryId: id })
