import { given, readSearchDialog, readSearchId, readSearchWords } from '#web/lib/search-values.ts'
import type { Folder } from '#features/mailboxes/contract/rules.ts'

/** A folder of the mailbox, or the list of what left it. */
export type Place = Folder | 'outgoing'

/** The places of an inbox in their order, each with its words. */
export const placeNames: Record<Place, string> = {
  inbox: 'Inbox',
  spam: 'Spam',
  sent: 'Sent',
  trash: 'Trash',
  outgoing: 'Outgoing',
}

// An address without a folder shows the inbox.
const places = ['spam', 'sent', 'trash', 'outgoing'] as const

/** What an inbox keeps in its address: the folder, the search, and the open message. */
export type InboxSearch = {
  folder?: (typeof places)[number]
  q?: string
  message?: string
  dialog?: 'compose'
}

/** The known keys of an address, and nothing else. */
export const readInboxSearch = (search: Record<string, unknown>): InboxSearch =>
  given({
    folder: places.find((place) => place === search.folder),
    q: readSearchWords(search.q, 200),
    message: readSearchId(search.message),
    dialog: readSearchDialog(search.dialog, ['compose'] as const),
  })

/** The address of a folder, without the search and the message of another. */
export const searchOfPlace = (place: Place): InboxSearch => (place === 'inbox' ? {} : { folder: place })

/** The address of the list beside the open message. */
export const withoutMessage = ({ message: _, ...rest }: InboxSearch): InboxSearch => rest
