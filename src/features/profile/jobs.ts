import { z } from 'zod'
import { type JobHandler, unlessEnding } from '#server/jobs/job-handler.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { second } from '#shared/time.ts'
import { smsJobKind, smsPlace } from './service/mobile.ts'
import { sweepPhotos } from './service/photos.ts'

const failureText = 'The text message was not accepted.'
const payload = z.object({ message: z.string() })
const text = z.object({ to: z.string(), text: z.string() })

/** Sends one text message. Pointless after its code has expired. */
export const sendingSms: JobHandler = {
  kind: smsJobKind,
  delaysMs: [0, 10 * second, 60 * second],
  failureText,
  hasOwnRecord: true,
  async run(ctx, job, stopping) {
    const { message } = payload.parse(job.payload)
    const sms = text.parse(JSON.parse(ctx.secrets.open(message, smsPlace(job.id))))
    await unlessEnding(stopping, () => ctx.smsSender.send({ id: job.id, ...sms }))
  },
}

export const sweepingPhotos: ScheduledTask = { name: 'photos', everyMs: 10 * second, run: sweepPhotos }
