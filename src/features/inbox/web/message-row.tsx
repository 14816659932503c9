import { Link } from '@tanstack/react-router'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Message } from '../contract.ts'
import type { InboxSearch } from './inbox-search.ts'
import { StarButton } from './message/star-button.tsx'
import type { MessageChanges } from './use-message-changes.ts'

/** The person named in the row: the sender, or the recipients of an own message. */
export const partnerOf = ({ folder, from, to }: Message): string => {
  if (folder === 'drafts') return to ? `Draft to ${to}` : 'Draft'
  return folder === 'sent' ? `To: ${to}` : from.name || from.address || 'Nobody'
}

export const messageLinkId = (id: string): string => `message-${id}`

type MessageRowProps = {
  accountId: string
  message: Message
  isOpen: boolean
  isChosen: boolean
  onChoose: () => void
  changes: MessageChanges
}

/** A message in a list: its person, subject and date. */
export function MessageRow(props: MessageRowProps) {
  const { accountId, message, isOpen, isChosen, onChoose, changes } = props
  const { id, subject, snippet, isSeen, isAnswered, attachmentCount, receivedAt } = message
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
        {(isAnswered || attachmentCount > 0) && (
          <span className="inbox-marks">
            {[
              isAnswered && 'Answered',
              attachmentCount > 0 &&
                (attachmentCount === 1 ? '1 attachment' : `${attachmentCount} attachments`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </Link>
      <StarButton message={message} changes={changes} />
    </li>
  )
}
