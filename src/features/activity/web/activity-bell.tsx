import { BellIcon } from '#web/ui/icons.tsx'

export type BellNews = {
  /** Number of entries in progress. */
  count?: number
  /** Number of unread notices. */
  unread?: number
  /** Announcement for screen readers. */
  text?: string
}

type ActivityBellProps = BellNews & {
  onOpen: () => void
  /** Called when somebody is about to press it. */
  onIntent: () => void
}

/** Opens the activity drawer, and shows how many entries are in progress and how many notices are unread. */
export function ActivityBell({ count = 0, unread = 0, text, onOpen, onIntent }: ActivityBellProps) {
  const all = count + unread
  return (
    <>
      <button
        type="button"
        className="icon-button activity-bell"
        aria-haspopup="dialog"
        onClick={onOpen}
        onPointerEnter={onIntent}
        onFocus={onIntent}
      >
        <BellIcon />
        <span className="visually-hidden">
          Activity{count > 0 && `, ${count} in progress`}
          {unread > 0 && `, ${unread} unread`}
        </span>
        {all > 0 && (
          <span className="activity-count" aria-hidden="true">
            {all > 99 ? '99+' : all}
          </span>
        )}
      </button>
      <span role="status" className="visually-hidden">
        {text}
      </span>
    </>
  )
}
