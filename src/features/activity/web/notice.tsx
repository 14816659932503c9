import type { Notification } from '#features/notifications/contract/contract.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { FollowLink } from './follow-link.tsx'

type NoticeProps = {
  notice: Notification
  onRead: () => void
  onRemove: () => void
  onFollow: () => void
}

/** One notice, linked to its subject. */
export function Notice({ notice, onRead, onRemove, onFollow }: NoticeProps) {
  const { subject, body, link, readAt, createdAt } = notice
  const isUnread = readAt === null
  const of = <span className="visually-hidden">: {subject}</span>
  return (
    <li className="activity-row" data-unread={isUnread || undefined}>
      <FollowLink href={link} onFollow={onFollow} onVisit={isUnread ? onRead : undefined}>
        <strong>{subject}</strong>
        {isUnread && <span className="visually-hidden"> (unread)</span>}
      </FollowLink>
      {body && <p>{body}</p>}
      <div className="notice-foot">
        <DateTime at={createdAt} as="relative" />
        <span className="notice-tools">
          {isUnread && (
            <button type="button" className="row-action" onClick={onRead}>
              Mark as read{of}
            </button>
          )}
          <button type="button" className="row-action" onClick={onRemove}>
            Remove{of}
          </button>
        </span>
      </div>
    </li>
  )
}
