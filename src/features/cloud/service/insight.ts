import type { Store } from '#db/store.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type { mlServiceOutput, monitoringOutput } from '../contract/entities.ts'
import { listOwn } from './pages.ts'
import { presentCommon, toPercent } from './present.ts'

type Rows = Store['t']

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

/** The caller's models, newest first. */
export const listMlServices = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudMlServices, { page, present: presentMlService })

/** What watches the caller's resources, newest first. */
export const listMonitoring = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudMonitoring, { page, present: presentMonitoring })
