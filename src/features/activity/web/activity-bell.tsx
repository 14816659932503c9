import { BellIcon } from '#web/ui/icons.tsx'

export type BellNews = {
  /** How much is under way. */
  count?: number
  /** How many notices were not read. */
  unread?: number
  /** What has just happened, to be read out. */
  text?: string
}

type ActivityBellProps = BellNews & {
  onOpen: () => void
  /** Somebody is about to press it. */
  onIntent: () => void
}

/** Opens the activity, and says how much of it is under way and how many notices were not read. */
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
          Activity{count > 0 && `, ${count} under way`}
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
