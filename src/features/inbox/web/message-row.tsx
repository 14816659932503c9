import { Link } from '@tanstack/react-router'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Message } from '../contract.ts'
import type { InboxSearch } from './inbox-search.ts'

/** Who the row is about: the sender, or in Sent the recipients. */
export const partnerOf = ({ folder, from, to }: Message): string =>
  folder === 'sent' ? `To: ${to}` : from.name || from.address || 'Nobody'

export const messageLinkId = (id: string): string => `message-${id}`

type MessageRowProps = {
  accountId: string
  message: Message
  isOpen: boolean
  isChosen: boolean
  onChoose: () => void
}

/** A message in a list: who wrote it, what about, and when. */
export function MessageRow({ accountId, message, isOpen, isChosen, onChoose }: MessageRowProps) {
  const { id, subject, snippet, isSeen, isFlagged, isAnswered, attachmentCount, receivedAt } = message
  const partner = partnerOf(message)
  const about = subject || 'No subject'
  return (
    <li className="inbox-row" data-unread={isSeen ? undefined : ''} data-open={isOpen || undefined}>
      <label className="inbox-choose">
        <input
          type="checkbox"
          className="checkbox"
          checked={isChosen}
          onChange={onChoose}
          aria-label={`Select ${about}, ${partner}`}
        />
      </label>
      <Link
        id={messageLinkId(id)}
        from="/email/$id"
        to="/email/$id"
        params={{ id: accountId }}
        search={(before: InboxSearch) => ({ ...before, message: id })}
        resetScroll={false}
        className="inbox-link"
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className="inbox-row-head">
          <span className="inbox-from">
            {!isSeen && <span className="visually-hidden">Unread: </span>}
            {partner}
          </span>
          <span className="inbox-row-when">
            <DateTime at={receivedAt} as="relative" />
          </span>
        </span>
        <span className="inbox-subject">{about}</span>
        <span className="inbox-snippet">{snippet}</span>
        {(isFlagged || isAnswered || attachmentCount > 0) && (
          <span className="inbox-marks">
            {[
              isFlagged && 'Starred',
              isAnswered && 'Answered',
              attachmentCount > 0 &&
                (attachmentCount === 1 ? '1 attachment' : `${attachmentCount} attachments`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </Link>
    </li>
  )
}
