import type { Folder } from '#features/mailboxes/contract/rules.ts'
import { readUuid } from '#shared/uuid.ts'
import { given, readSearchDialog, readSearchWords } from '#web/lib/search-values.ts'

/** A folder of the mailbox, or the list of outgoing messages. */
export type InboxSection = Folder | 'outgoing'

// A URL without a folder shows the inbox.
const places = ['drafts', 'sent', 'archive', 'spam', 'trash', 'outgoing'] as const

const marks = ['unread', 'starred'] as const

/** The search parameters of an inbox: the folder, the search, the filter, and the open message. */
export type InboxSearch = {
  folder?: (typeof places)[number]
  q?: string
  only?: (typeof marks)[number]
  message?: string
  dialog?: 'compose'
}

/** Reads the known parameters of a URL. */
export const readInboxSearch = (search: Record<string, unknown>): InboxSearch =>
  given({
    folder: places.find((place) => place === search.folder),
    q: readSearchWords(search.q, 200),
    only: readSearchDialog(search.only, marks),
    message: readUuid(search.message),
    dialog: readSearchDialog(search.dialog, ['compose'] as const),
  })
