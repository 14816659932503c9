import type { Feature } from '#server/feature.ts'
import { statusRouter } from './router.ts'
import { beating, measuring } from './tasks.ts'

declare module '#server/events.ts' {
  interface LiveKinds {
    incident: true
  }
}

export const status = {
  name: 'status',
  procedures: { status: statusRouter },
  // Separate workers: a minute lost to other work would look like downtime.
  work: { heartbeat: { tasks: [beating] }, 'status-figures': { tasks: [measuring] } },
  live: { incident: 'everybody' },
} satisfies Feature
