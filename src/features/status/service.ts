import { asc } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import { listSiteDays } from '#features/monitoring/metrics/site-days.ts'
import type { Context } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import { after, day, second } from '#shared/time.ts'
import { approvalsShownFrom, shownDays, type statusOutput } from './contract.ts'
import { listShownIncidents } from './incidents.ts'
import { readSiteUptime, readUptime } from './uptime.ts'

type StatusAnswer = Answer<typeof statusOutput>

async function readFigures({ read, t }: Store): Promise<Pick<StatusAnswer, 'approvals' | 'restoreTests'>> {
  const rows = await read.select().from(t.statusFigures)
  const find = (name: (typeof rows)[number]['name'], shownFrom: number) =>
    rows.find((row) => row.name === name && row.sample >= shownFrom)
  const approvals = find('approvals', approvalsShownFrom)
  const tests = find('restoreTests', 1)
  return {
    approvals: approvals
      ? {
          medianSeconds: Math.round(approvals.value / second),
          orders: approvals.sample,
          measuredAt: approvals.measuredAt,
        }
      : null,
    restoreTests: tests
      ? { tested: tests.value, services: tests.sample, measuredAt: tests.measuredAt }
      : null,
  }
}

/** The public status: measured figures only, and the incidents of the last 90 days. */
export async function getStatus({ store, now }: Context): Promise<StatusAnswer> {
  const { statusDays } = store.t
  const since = after(now(), -shownDays * day)
  const days = await store.read.select().from(statusDays).orderBy(asc(statusDays.day))
  return {
    portal: readUptime(days, now()),
    sites: readSiteUptime(await listSiteDays(store, since), now()),
    ...(await readFigures(store)),
    incidents: await listShownIncidents(store, since),
  }
}
