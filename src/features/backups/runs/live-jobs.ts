import { and, eq, inArray } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Reader } from '#db/types.ts'
import { serviceKey } from '../kinds.ts'

/** Whether a job of these kinds is queued or running for the service. */
export async function hasLiveJob(
  read: Reader,
  { jobs }: Schema,
  { serviceId, kinds }: { serviceId: string; kinds: string[] },
): Promise<boolean> {
  const live = and(
    eq(jobs.key, serviceKey(serviceId)),
    inArray(jobs.kind, kinds),
    inArray(jobs.status, ['queued', 'running']),
  )
  return (await read.$count(jobs, live)) > 0
}
