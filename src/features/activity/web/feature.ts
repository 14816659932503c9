import type { WebFeature } from '#web/feature.ts'
import { lazyTool } from '#web/lib/navigation/lazy-page.ts'
import { BellIcon } from '#web/ui/icons.tsx'

export const activity = {
  live: { notifications: ['notification'] },
  tools: [
    {
      id: 'activity',
      order: 10,
      Tool: lazyTool(() => import('./activity-tool.tsx'), 'ActivityTool'),
      action: { label: 'Activity', words: 'jobs running notifications', Icon: BellIcon },
    },
  ],
} as const satisfies WebFeature
