import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The data export of webhooks without their secrets, and of their deliveries. */
export const exports: readonly ExportPart[] = [
  exportRows('notifications/webhooks', (t) =>
    columnsOf(t.webhooks, [
      'id',
      'url',
      'description',
      'kinds',
      'isEnabled',
      'problem',
      'failingSince',
      'createdAt',
      'updatedAt',
    ]),
  ),
  exportRows('notifications/webhook-deliveries', (t) =>
    columnsOf(t.webhookDeliveries, [
      'id',
      'webhookId',
      'messageId',
      'kind',
      'body',
      'status',
      'attempts',
      'statusCode',
      'durationMs',
      'problem',
      'createdAt',
      'endedAt',
    ]),
  ),
]
