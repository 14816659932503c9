import type { JobHandler } from '#server/jobs/job-handler.ts'
import { second } from '#shared/time.ts'

/** The job that announces a notice to open screens. */
export const announceKind = 'notification.announce'

/** Announces a notice to the user's open screens; as a job, it runs after the commit, from any process. */
export const announcing: JobHandler = {
  kind: announceKind,
  delaysMs: [0, second],
  hasOwnRecord: true,
  async run(ctx, { userId, relatedId }) {
    if (userId === null || relatedId === null) return
    ctx.events.publish({ userId, kind: 'notification', id: relatedId, status: 'new' })
  },
}
