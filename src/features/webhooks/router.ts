import { z } from 'zod'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok, page } from '#shared/schema.ts'
import {
  changeWebhookInput,
  createWebhookInput,
  deliveryOutput,
  listDeliveriesInput,
  newWebhookOutput,
  replayInput,
  webhookOutput,
} from './contract/contract.ts'
import { changeWebhook, createWebhook, listWebhooks, removeWebhook, rotateSecret } from './service/change.ts'
import { listDeliveries, replayDelivery, testWebhook } from './service/deliveries.ts'

export const webhooksRouter = router({
  list: customer
    .meta({ rest: 'GET /api/user/webhooks', summary: 'Lists your webhooks, newest first.' })
    .input(page)
    .output(z.array(webhookOutput))
    .query(({ ctx, input }) => listWebhooks(ctx, input)),
  create: customer
    .meta({
      rest: 'POST /api/user/webhooks',
      summary: 'Creates a webhook; its secret is returned only once.',
      example: { url: 'https://example.com/hook', kinds: ['backup.failed'], description: 'Team chat' },
      status: 201,
      refusals: [403],
      idempotent: false,
    })
    .input(createWebhookInput)
    .output(newWebhookOutput)
    .mutation(({ ctx, input }) => createWebhook(ctx, input)),
  change: customer
    .meta({
      rest: 'PATCH /api/user/webhooks/:id',
      summary: 'Changes, enables or disables a webhook.',
      example: { isEnabled: false },
    })
    .input(changeWebhookInput)
    .output(webhookOutput)
    .mutation(({ ctx, input }) => changeWebhook(ctx, input)),
  rotate: customer
    .meta({
      rest: 'POST /api/user/webhooks/:id/secret',
      summary: 'Rotates a webhook secret; the old one stays valid for a day.',
      idempotent: false,
    })
    .input(byId)
    .output(newWebhookOutput)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/user/webhooks/:id', summary: 'Removes a webhook with its deliveries.' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeWebhook(ctx, input)),
  test: customer
    .meta({
      rest: 'POST /api/user/webhooks/:id/test',
      summary: 'Sends a test message to a webhook.',
      example: { id: exampleId },
      status: 201,
    })
    .input(byId)
    .output(deliveryOutput)
    .mutation(({ ctx, input }) => testWebhook(ctx, input)),
  deliveries: customer
    .meta({
      rest: 'GET /api/user/webhooks/:id/deliveries',
      summary: 'Lists the deliveries of a webhook of the last 30 days, newest first.',
    })
    .input(listDeliveriesInput)
    .output(z.array(deliveryOutput))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  replay: customer
    .meta({
      rest: 'POST /api/user/webhooks/:id/deliveries/:deliveryId/replay',
      summary: 'Sends a delivery of a webhook again.',
      status: 201,
    })
    .input(replayInput)
    .output(deliveryOutput)
    .mutation(({ ctx, input }) => replayDelivery(ctx, input)),
})
