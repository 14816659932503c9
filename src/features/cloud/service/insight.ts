import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan } from '#db/paging.ts'
import type { Store } from '#db/store.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { metricOutput, metricsInput, mlServiceOutput, monitoringOutput } from '../contract/entities.ts'
import { answerPage, listOwn } from './pages.ts'
import { presentCommon, toPercent } from './present.ts'

type Rows = Store['t']

const micros = 1_000_000

export const presentMlService = (
  row: Rows['cloudMlServices']['$inferSelect'],
): Answer<typeof mlServiceOutput> => ({
  ...presentCommon(row),
  createdAt: row.createdAt,
  modelName: row.modelName,
  type: row.type,
  framework: row.framework,
  instanceType: row.instanceType,
  status: row.status,
  endpointUrl: row.endpointUrl,
  modelAccuracy: toPercent(row.modelAccuracy),
  trainingTime: row.trainingTime,
  lastTrained: row.lastTrained,
  predictionCount: row.predictionCount,
})

const presentMonitoring = (
  row: Rows['cloudMonitoring']['$inferSelect'],
): Answer<typeof monitoringOutput> => ({
  ...presentCommon(row),
  createdAt: row.createdAt,
  serviceName: row.serviceName,
  type: row.type,
  metricsCount: row.metricsCount,
  logsSize: row.logsSize,
  alertsConfigured: row.alertsConfigured,
  alertsTriggered: row.alertsTriggered,
  retention: row.retention,
  dashboards: row.dashboards ?? [],
  lastAlert: row.lastAlert,
  status: row.status,
})

const presentMetric = (row: Rows['cloudMetrics']['$inferSelect']): Answer<typeof metricOutput> => ({
  ...presentCommon(row),
  resourceId: row.resourceId,
  resourceType: row.resourceType,
  metricName: row.metricName,
  value: row.valueMicros / micros,
  unit: row.unit,
  timestamp: row.timestamp,
})

/** The caller's models, newest first. */
export const listMlServices = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudMlServices, { page, present: presentMlService })

/** What watches the caller's resources, newest first. */
export const listMonitoring = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudMonitoring, { page, present: presentMonitoring })

/** Values measured of the caller's resources, or of one of them, by their moment, newest first. */
export async function listMetrics(
  ctx: CustomerContext,
  { resourceId, limit = maxRows, cursor }: z.output<typeof metricsInput> = {},
): Promise<Answer<typeof metricOutput>[]> {
  const { cloudMetrics } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(cloudMetrics)
    .where(
      and(
        eq(cloudMetrics.userId, ctx.user.id),
        resourceId === undefined ? undefined : eq(cloudMetrics.resourceId, resourceId),
        olderThan({ at: cloudMetrics.timestamp, id: cloudMetrics.id }, cursor),
      ),
    )
    .orderBy(desc(cloudMetrics.timestamp), desc(cloudMetrics.id))
    .limit(limit + 1)
  const moments = rows.map((row) => ({ ...row, createdAt: row.timestamp }))
  return answerPage(ctx, moments, { limit, present: presentMetric })
}
