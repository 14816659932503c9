import { after, day } from '#shared/time.ts'
import { simulatorName } from '../contract/provider-facts.ts'

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

/** The provider that the sample resources are said to be at. */
export const provider = ({ userId, providerId, now }: Sample) => ({
  id: providerId,
  userId,
  name: simulatorName,
  displayName: 'Simulator (sample data)',
  region: 'us-east-1',
  sample: true,
  validatedAt: now,
  createdAt: now,
  updatedAt: now,
})
