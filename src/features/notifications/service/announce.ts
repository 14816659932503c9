import type { JobHandler } from '#server/jobs/job-handler.ts'
import { second } from '#shared/time.ts'

/** The kind of the jobs that tell open screens of a notice. */
export const announceKind = 'notification.announce'

/** Open screens of the user hear that there is a notice: a job, so that it is committed by then, whoever wrote it. */
export const announcing: JobHandler = {
  kind: announceKind,
  delaysMs: [0, second],
  hasOwnRecord: true,
  async run(ctx, { userId, relatedId }) {
    if (userId === null || relatedId === null) return
    ctx.events.publish({ userId, kind: 'notification', id: relatedId, status: 'new' })
  },
}
