import { z } from 'zod'
import { exampleId } from '#server/trpc/procedure-meta.ts'
import { customer, router } from '#server/trpc/trpc.ts'
import { byId, ok } from '#shared/schema.ts'
import {
  listNotificationsInput,
  markReadInput,
  notificationOutput,
  preferenceOutput,
  readOutput,
  setPreferencesInput,
  unreadOutput,
} from './contract/contract.ts'
import { listNotifications, readUnread } from './service/list.ts'
import { markRead } from './service/mark-read.ts'
import { readPreferences, setPreferences } from './service/preferences.ts'
import { clearNotifications, removeNotification } from './service/remove.ts'

const preferences = router({
  get: customer
    .meta({
      rest: 'GET /api/user/notifications/preferences',
      summary: 'Shows how you are notified about each kind of event.',
    })
    .output(z.array(preferenceOutput))
    .query(({ ctx }) => readPreferences(ctx)),
  set: customer
    .meta({
      rest: 'PUT /api/user/notifications/preferences',
      summary: 'Sets how you are notified about some kinds of events.',
      example: { preferences: [{ kind: 'backup.failed', mail: false }] },
    })
    .input(setPreferencesInput)
    .output(z.array(preferenceOutput))
    .mutation(({ ctx, input }) => setPreferences(ctx, input)),
})

export const notificationsRouter = router({
  list: customer
    .meta({ rest: 'GET /api/user/notifications', summary: 'Lists your notifications, newest first.' })
    .input(listNotificationsInput)
    .output(z.array(notificationOutput))
    .query(({ ctx, input }) => listNotifications(ctx, input)),
  unread: customer
    .meta({
      rest: 'GET /api/user/notifications/unread',
      summary: 'Counts your unread notifications.',
    })
    .output(unreadOutput)
    .query(({ ctx }) => readUnread(ctx)),
  markRead: customer
    .meta({
      rest: 'POST /api/user/notifications/read',
      summary: 'Marks some of your notifications, or all of them, as read.',
      example: { ids: [exampleId] },
    })
    .input(markReadInput)
    .output(readOutput)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  remove: customer
    .meta({ rest: 'DELETE /api/user/notifications/:id', summary: 'Deletes one of your notifications.' })
    .input(byId)
    .output(ok)
    .mutation(({ ctx, input }) => removeNotification(ctx, input)),
  clear: customer
    .meta({ rest: 'DELETE /api/user/notifications', summary: 'Deletes all of your notifications.' })
    .output(ok)
    .mutation(({ ctx }) => clearNotifications(ctx)),
  preferences,
})
