import type { InboxSearch, InboxSection } from './inbox-search.ts'

/** The sections of an inbox in order, with their labels. */
export const sectionNames: Record<InboxSection, string> = {
  inbox: 'Inbox',
  drafts: 'Drafts',
  sent: 'Sent',
  archive: 'Archive',
  spam: 'Spam',
  trash: 'Trash',
  outgoing: 'Outgoing',
}

/** The URL of a folder, without the search and the message of another. */
export const searchOfSection = (place: InboxSection): InboxSearch =>
  place === 'inbox' ? {} : { folder: place }

/** The URL of the list without the open message. */
export const withoutMessage = ({ message: _, ...rest }: InboxSearch): InboxSearch => rest
