import { z } from 'zod'
import { id, instant, maybeInstant, ok, page } from '#shared/schema.ts'
import { noticeKindNames } from './kinds.ts'
import { keptNotices } from './limits.ts'

const kind = z.enum(noticeKindNames)

export const notificationOutput = z.object({
  id: z.string(),
  kind,
  subject: z.string(),
  body: z.string().nullable(),
  /** The page that it links to, as a path of the portal. */
  link: z.string().nullable(),
  /** The row that it is about. */
  relatedId: z.string().nullable(),
  readAt: maybeInstant,
  createdAt: instant,
})
export type Notification = z.output<typeof notificationOutput>

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1')

export const listNotificationsInput = page.extend({ unread: flag.optional() })

export const unreadOutput = z.object({ unread: z.number().int() })
export const readOutput = ok.extend({ unread: z.number().int() })

export const markReadInput = z
  .object({
    ids: z.array(id).min(1, 'Choose a notification.').max(keptNotices).optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    message: 'Name notifications or choose all, not both.',
  })

const locked = z.string().nullable()

/** How one kind reaches the customer. `locked` says why a channel cannot be switched off. */
export const preferenceOutput = z.object({
  kind,
  group: z.string(),
  label: z.string(),
  screen: z.boolean(),
  mail: z.boolean(),
  webhook: z.boolean(),
  locked: z.object({ screen: locked, mail: locked, webhook: locked }),
})
export type Preference = z.output<typeof preferenceOutput>

export const setPreferencesInput = z.object({
  preferences: z
    .array(
      z.object({
        kind,
        screen: z.boolean().optional(),
        mail: z.boolean().optional(),
        webhook: z.boolean().optional(),
      }),
    )
    .min(1, 'Choose a kind.')
    .max(noticeKindNames.length),
})
