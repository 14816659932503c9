import { useEffect } from 'react'
import type { ToolProps } from '#web/feature.ts'
import { prefetchPart } from '#web/lib/navigation/load-part.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { BellNews } from './activity-bell.tsx'
import { isRunning, useActivity, useEnded } from './use-activity.ts'
import { useUnread } from './use-unread.ts'

const loadDrawer = () => import('./activity-drawer.tsx')
const ActivityDrawer = lazyPart(loadDrawer, 'ActivityDrawer')

// Loaded as soon as somebody is about to press the bell.
export const prefetchDrawer = (): void => prefetchPart(loadDrawer)

type ActivityWatchProps = {
  dialog: ToolProps['dialog']
  onNews: (news: BellNews) => void
}

/** Follows the customer's work and notices for the bell, and shows them when it is pressed. */
export function ActivityWatch({ dialog, onNews }: ActivityWatchProps) {
  const activity = useActivity()
  const ended = useEnded(activity.data)
  const { unread, arrived } = useUnread()
  const count = activity.data?.filter(isRunning).length ?? 0
  // Most work that ends also creates a notice; announce only one of the two.
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
