import { useEffect } from 'react'
import type { ToolProps } from '#web/feature.ts'
import { prefetchPart } from '#web/lib/navigation/load-part.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { BellNews } from './activity-bell.tsx'
import { isRunning, useActivity, useEnded } from './use-activity.ts'
import { useUnread } from './use-unread.ts'

const loadDrawer = () => import('./activity-drawer.tsx')
const ActivityDrawer = lazyPart(loadDrawer, 'ActivityDrawer')

// A press needs it: fetched as soon as somebody means to.
export const prefetchDrawer = (): void => prefetchPart(loadDrawer)

type ActivityWatchProps = {
  dialog: ToolProps['dialog']
  onNews: (news: BellNews) => void
}

/** Follows the customer's long work and notices for the bell, and shows them when it was pressed. */
export function ActivityWatch({ dialog, onNews }: ActivityWatchProps) {
  const activity = useActivity()
  const ended = useEnded(activity.data)
  const { unread, arrived } = useUnread()
  const count = activity.data?.filter(isRunning).length ?? 0
  // What work ends with is mostly told by a notice as well: one of them is read out.
  const text = ended || arrived
  useEffect(() => onNews({ count, unread, text }), [onNews, count, unread, text])
  return (
    dialog && (
      <ActivityDrawer
        key={dialog.key}
        opened={dialog.opened}
        onClose={dialog.onClose}
        onLeave={dialog.onLeave}
        query={activity}
      />
    )
  )
}
