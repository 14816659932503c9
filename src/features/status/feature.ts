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
  // Workers of their own: a minute that other work took would look like one in which the portal was down.
  work: { heartbeat: { tasks: [beating] }, 'status-figures': { tasks: [measuring] } },
  live: { incident: 'everybody' },
} satisfies Feature
