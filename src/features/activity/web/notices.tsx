import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Notification } from '#features/notifications/contract/contract.ts'
import { after, day, dayInKolkata, formatDate } from '#shared/time.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { useNow } from '#web/ui/values/values.tsx'
import { Notice } from './notice.tsx'
import { useNotices } from './use-notices.ts'

/** Notices grouped by day, newest first. */
function byDay(notices: readonly Notification[], now: Date | null): [day: string, notices: Notification[]][] {
  const near = new Map<string, string>()
  if (now) near.set(dayInKolkata(now), 'Today').set(dayInKolkata(after(now, -day)), 'Yesterday')
  const days = new Map<string, Notification[]>()
  for (const notice of notices) {
    const name = near.get(dayInKolkata(new Date(notice.createdAt))) ?? formatDate(notice.createdAt)
    days.set(name, [...(days.get(name) ?? []), notice])
  }
  return [...days]
}

/** The customer's notices by day. Following one marks it as read. */
export function Notices({ onFollow }: { onFollow: () => void }) {
  const { query, notices, showOlder, markRead, remove } = useNotices()
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useNow()
  // The pressed button disappears.
  const onSuccess = () => heading.current?.focus()
  return (
    <section className="activity-part" aria-labelledby="notices-title">
      <div className="activity-head">
        <h3 id="notices-title" ref={heading} tabIndex={-1}>
          Notifications
        </h3>
        {notices.some(({ readAt }) => readAt === null) && (
          <span className="notice-tools">
            <button
              type="button"
              className="row-action"
              onClick={() => markRead.mutate({ all: true }, { onSuccess })}
            >
              Mark all as read
            </button>
          </span>
        )}
      </div>
      <QueryState
        query={query}
        what="Your notifications"
        loadingText="Loading notifications..."
        empty={<p className="notice-none">No notifications yet.</p>}
      >
        {() =>
          byDay(notices, now).map(([name, rows]) => (
            <div key={name}>
              <h4 className="notice-day">{name}</h4>
              <ul>
                {rows.map((notice) => (
                  <Notice
                    key={notice.id}
                    notice={notice}
                    onFollow={onFollow}
                    onRead={() => markRead.mutate({ ids: [notice.id] }, { onSuccess })}
                    onRemove={() => remove.mutate({ id: notice.id }, { onSuccess })}
                  />
                ))}
              </ul>
            </div>
          ))
        }
      </QueryState>
      <div className="notice-foot">
        <Link to="/account/notifications" className="notice-choose" onClick={onFollow}>
          Choose notifications
        </Link>
        {showOlder && (
          <span className="notice-tools">
            <button type="button" className="row-action" onClick={showOlder}>
              Show older
            </button>
          </span>
        )}
      </div>
    </section>
  )
}
