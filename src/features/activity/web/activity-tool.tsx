import { useState } from 'react'
import type { ToolProps } from '#web/feature.ts'
import { prefetchPart } from '#web/lib/navigation/load-part.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ActivityBell, type BellNews } from './activity-bell.tsx'
import { useWhenIdle } from './use-when-idle.ts'

// Not needed to draw a page.
const loadWatch = () => import('./activity-watch.tsx')
const ActivityWatch = lazyPart(loadWatch, 'ActivityWatch')

const prefetch = () => prefetchPart(async () => (await loadWatch()).prefetchDrawer())

/** The header's bell with the drawer that it opens. */
export function ActivityTool({ dialog, onOpen }: ToolProps) {
  const [news, setNews] = useState<BellNews>({})
  const isThere = useWhenIdle(loadWatch)
  return (
    <>
      <ActivityBell {...news} onOpen={onOpen} onIntent={prefetch} />
      {(isThere || dialog) && (
        <ActivityWatch dialog={dialog} onNews={setNews} {...(dialog ? { onClose: dialog.onClose } : {})} />
      )}
    </>
  )
}
