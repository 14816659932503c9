import type { Store } from '#db/store.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { mlServiceOutput, monitoringOutput } from '../contract/entities.ts'
import { listOwn } from './pages.ts'
import { presentStored, toPercent } from './present.ts'

type Rows = Store['t']

export const presentMlService = (
  row: Rows['cloudMlServices']['$inferSelect'],
): Answer<typeof mlServiceOutput> => ({ ...presentStored(row), modelAccuracy: toPercent(row.modelAccuracy) })

const presentMonitoring = (
  row: Rows['cloudMonitoring']['$inferSelect'],
): Answer<typeof monitoringOutput> => ({ ...presentStored(row), dashboards: row.dashboards ?? [] })

/** The caller's models, newest first. */
export const listMlServices = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudMlServices, { page, present: presentMlService })

/** What watches the caller's resources, newest first. */
export const listMonitoring = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudMonitoring, { page, present: presentMonitoring })
