import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** The customer's notices and preferences, for the data export. */
export const exports: readonly ExportPart[] = [
  exportRows('notifications/notifications', (t) =>
    columnsOf(t.notifications, ['id', 'kind', 'subject', 'body', 'link', 'relatedId', 'readAt', 'createdAt']),
  ),
  exportRows('notifications/preferences', (t) =>
    columnsOf(t.notificationPreferences, ['kind', 'screen', 'mail', 'webhook', 'updatedAt'], {
      key: ['kind'],
    }),
  ),
]
