import type { ToolProps } from '#web/feature.ts'
import { prefetchPart } from '#web/lib/load-part.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ActivityBell } from './activity-bell.tsx'
import { isRunning, useActivity, useNews } from './use-activity.ts'

const loadDrawer = () => import('./activity-drawer.tsx')
const ActivityDrawer = lazyPart(loadDrawer, 'ActivityDrawer')

// A press needs it: fetched as soon as somebody means to.
const prefetchDrawer = () => prefetchPart(loadDrawer)

/** The bell of the header, and the activity that it opens. */
export function ActivityTool({ dialog, onOpen }: ToolProps) {
  const activity = useActivity(dialog?.opened ?? false)
  const news = useNews(activity.data)
  return (
    <>
      <ActivityBell
        count={activity.data?.filter(isRunning).length ?? 0}
        news={news}
        onOpen={onOpen}
        onIntent={prefetchDrawer}
      />
      {dialog && (
        <ActivityDrawer
          key={dialog.key}
          opened={dialog.opened}
          onClose={dialog.onClose}
          onLeave={dialog.onLeave}
          query={activity}
        />
      )}
    </>
  )
}
