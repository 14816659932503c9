import { z } from 'zod'
import type { HttpRoute } from '#server/feature.ts'
import { ok } from '#shared/schema.ts'

export const webhookPath = '/api/payments/razorpay/webhook'

/** Far more than a Razorpay event has. */
export const maxWebhookBytes = 256 * 1_024

export const routes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path: webhookPath,
    access: 'visitor',
    description: {
      summary: 'Receives a signed event from Razorpay; each counts once.',
      body: z.object({ event: z.string() }).loose(),
      answer: { type: 'application/json', schema: ok },
      refusals: [400, 401, 404],
    },
  },
]
