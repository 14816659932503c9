import { after, day } from '#shared/time.ts'

/** Whose sample it is, and when it was requested. */
export type Sample = { userId: string; providerId: string; now: Date }

/** The columns of every sample resource; `days` is its age. Marked as an example and as not real. */
export const resource = ({ userId, providerId, now }: Sample, region: string, days: number) => {
  const createdAt = after(now, -days * day)
  return {
    id: Bun.randomUUIDv7(),
    userId,
    providerId,
    region,
    sample: true,
    simulated: true,
    createdAt,
    updatedAt: now,
  }
}
