import type { z } from 'zod'
import { findMeasured } from '#features/monitoring/metrics/measured-service.ts'
import { readMetrics } from '#features/monitoring/metrics/metrics.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day, hour } from '#shared/time.ts'
import type { timelineInput, timelineOutput } from '../contract/timeline.ts'
import { getService } from '../service.ts'
import { presentBackup, presentEntry } from './present.ts'
import { readBackups, readRestores, readServerEvents } from './sources.ts'
import { narrow } from './windowed.ts'

const pageMs = 7 * day

/** Blocks as short as the site's age allows, so that a stop of seconds does not fill a day. Starts when it first ran. */
async function readUptime(ctx: CustomerContext, id: string, began: Date) {
  const age = ctx.now().getTime() - began.getTime()
  const range = age < hour ? '1h' : age < day ? '24h' : '7d'
  const { strip } = await readMetrics(ctx, { id, range })
  return strip.filter(({ to }) => to > began)
}

/** A page of the caller's site events, newest first, from three indexed queries. @throws NOT_FOUND */
export async function readTimeline(
  ctx: CustomerContext,
  { id, until }: z.output<typeof timelineInput>,
): Promise<Answer<typeof timelineOutput>> {
  const { createdAt } = await getService(ctx, { id })
  const began = (await findMeasured(ctx, id)).activatedAt ?? createdAt
  const now = ctx.now()
  const to = until === undefined ? now : new Date(Math.min(now.getTime(), Date.parse(until)))
  const week = { from: after(to, -pageMs), to }
  const [entries, restores, backups, uptime] = await Promise.all([
    readServerEvents(ctx, id, week),
    readRestores(ctx, week),
    readBackups(ctx, id, week),
    until === undefined ? readUptime(ctx, id, began) : [],
  ])
  const { from } = narrow(week, [entries, restores, backups])
  const own = restores.filter(({ details }) => details?.serviceId === id)
  const events = [...[...entries, ...own].flatMap(presentEntry), ...backups.map(presentBackup)]
  return {
    from,
    to,
    began,
    earlier: began < from ? from : null,
    events: events
      .filter(({ at }) => at > from)
      .sort((one, other) => other.at.getTime() - one.at.getTime() || other.id.localeCompare(one.id)),
    uptime,
  }
}
