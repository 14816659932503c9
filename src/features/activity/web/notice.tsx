import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Notification } from '#features/notifications/contract.ts'
import { actingBaseOf } from '#web/lib/acting.ts'
import { DateTime } from '#web/ui/values.tsx'

type NoticeProps = {
  notice: Notification
  onRead: () => void
  onRemove: () => void
  onFollow: () => void
}

/** One notice, which leads to what it tells about. */
export function Notice({ notice, onRead, onRemove, onFollow }: NoticeProps) {
  const { subject, body, readAt, createdAt } = notice
  const isUnread = readAt === null
  const of = <span className="visually-hidden">: {subject}</span>
  return (
    <li className="activity-row" data-unread={isUnread || undefined}>
      <Subject notice={notice} onFollow={onFollow} onRead={onRead} />
      {body && <p className="notice-body">{body}</p>}
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

function Subject({ notice, onRead, onFollow }: Omit<NoticeProps, 'onRemove'>) {
  const { subject, link, readAt } = notice
  const router = useRouter()
  const words = (
    <>
      <strong>{subject}</strong>
      {readAt === null && <span className="visually-hidden"> (not read)</span>}
    </>
  )
  if (!link) return <div className="activity-link">{words}</div>
  const follow = (event: MouseEvent) => {
    if (readAt === null) onRead()
    // Another tab or window is the browser's own business, and so is a page about somebody else's service.
    if (event.metaKey || event.ctrlKey || event.shiftKey || actingBaseOf(link)) return
    event.preventDefault()
    onFollow()
    void router.navigate({ href: link })
  }
  return (
    <a className="activity-link" href={link} onClick={follow}>
      {words}
    </a>
  )
}
