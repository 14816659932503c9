import { after, day } from '#shared/time.ts'

/** The owner of the sample, and the time of the request. */
export type Sample = { userId: string; providerId: string; now: Date }

/** The common columns of a sample resource; `days` is its age. */
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
