import type { InboxSearch, Place } from './inbox-search.ts'

/** The places of an inbox in their order, each with its words. */
export const placeNames: Record<Place, string> = {
  inbox: 'Inbox',
  drafts: 'Drafts',
  sent: 'Sent',
  archive: 'Archive',
  spam: 'Spam',
  trash: 'Trash',
  outgoing: 'Outgoing',
}

/** The address of a folder, without the search and the message of another. */
export const searchOfPlace = (place: Place): InboxSearch => (place === 'inbox' ? {} : { folder: place })

/** The address of the list beside the open message. */
export const withoutMessage = ({ message: _, ...rest }: InboxSearch): InboxSearch => rest
