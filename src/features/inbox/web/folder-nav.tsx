import { Link } from '@tanstack/react-router'
import type { Folder } from '#features/mailboxes/contract/rules.ts'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'
import type { InboxSection } from './inbox-search.ts'
import { searchOfSection, sectionNames } from './inbox-sections.ts'

type FolderCounts = Record<Folder, { total: number; unseen: number }>

type FolderNavProps = { id: string; current: InboxSection; counts: FolderCounts | undefined }

const places = Object.keys(sectionNames) as InboxSection[]

/** The folders of a mailbox: those that receive mail with their unread count, the others with their total. */
export function FolderNav({ id, current, counts }: FolderNavProps) {
  const row = useCurrentInView<HTMLElement>(current)
  return (
    <nav ref={row} className="inbox-folders" aria-label="Folders">
      {places.map((place) => (
        <Link
          key={place}
          to="/email/$id"
          params={{ id }}
          search={searchOfSection(place)}
          className="inbox-folder"
          activeOptions={{ exact: true }}
          aria-current={place === current ? 'page' : undefined}
        >
          <span>{sectionNames[place]}</span>
          {place !== 'outgoing' && <Count place={place} counts={counts} />}
        </Link>
      ))}
    </nav>
  )
}

function Count({ place, counts }: { place: Folder; counts: FolderCounts | undefined }) {
  if (!counts) return null
  const { total, unseen } = counts[place]
  const isUnread = unseen > 0 && (place === 'inbox' || place === 'archive' || place === 'spam')
  const count = isUnread ? unseen : total
  if (count === 0) return null
  return (
    <span className={isUnread ? 'count' : 'inbox-total tabular'}>
      {count.toLocaleString('en-IN')}
      {isUnread && <span className="visually-hidden"> unread</span>}
    </span>
  )
}
