import { BellIcon } from '#web/ui/icons.tsx'

type ActivityBellProps = {
  /** How much is under way. */
  count: number
  /** What has just ended, to be read out. */
  news: string
  onOpen: () => void
  /** Somebody is about to press it. */
  onIntent: () => void
}

/** Opens the activity, and says how much of it is under way. */
export function ActivityBell({ count, news, onOpen, onIntent }: ActivityBellProps) {
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
        <span className="visually-hidden">Activity{count > 0 && `, ${count} under way`}</span>
        {count > 0 && (
          <span className="activity-count" aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      <span role="status" className="visually-hidden">
        {news}
      </span>
    </>
  )
}
