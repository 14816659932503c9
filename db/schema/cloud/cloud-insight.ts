import type { Kit } from '../../kit.ts'
import { type CloudAccountTables, resource, resourceKeys } from './cloud-accounts.ts'

/** Analytics, machine learning, security, monitoring, metrics and costs. */
export function cloudInsightTables(k: Kit, providers: CloudAccountTables) {
  const cloudAnalytics = k.table(
    'cloud_analytics',
    {
      ...resource(k),
      datasetId: k.text().notNull(),
      name: k.text().notNull(),
      type: k.text().notNull(),
      status: k.text().notNull().default('active'),
      location: k.text(),
      sizeBytes: k.big().notNull().default(0),
      tableCount: k.int().notNull().default(0),
      queryCount: k.big().notNull().default(0),
      lastQueried: k.time(),
      encryption: k.bool().notNull().default(true),
      access: k.text().notNull().default('private'),
    },
    resourceKeys(k, providers, 'cloud_analytics'),
  )

  const cloudMlServices = k.table(
    'cloud_ml_services',
    {
      ...resource(k),
      modelName: k.text().notNull(),
      type: k.text().notNull(),
      framework: k.text(),
      instanceType: k.text(),
      status: k.text().notNull().default('stopped'),
      endpointUrl: k.text(),
      /** Hundredths of a percent. */
      modelAccuracy: k.int(),
      /** Seconds. */
      trainingTime: k.int(),
      lastTrained: k.time(),
      predictionCount: k.big().notNull().default(0),
    },
    resourceKeys(k, providers, 'cloud_ml_services'),
  )

  const cloudSecurity = k.table(
    'cloud_security',
    {
      ...resource(k),
      serviceName: k.text().notNull(),
      type: k.text().notNull(),
      status: k.text().notNull().default('active'),
      rulesCount: k.int().notNull().default(0),
      blockedRequests: k.big().notNull().default(0),
      allowedRequests: k.big().notNull().default(0),
      threatsDetected: k.int().notNull().default(0),
      /** Hundredths of a percent. */
      complianceScore: k.int(),
      lastScan: k.time(),
      lastActivity: k.time(),
      configuration: k.json<Record<string, unknown>>(),
      alertsEnabled: k.bool().notNull().default(true),
    },
    resourceKeys(k, providers, 'cloud_security'),
  )

  const cloudMonitoring = k.table(
    'cloud_monitoring',
    {
      ...resource(k),
      serviceName: k.text().notNull(),
      type: k.text().notNull(),
      metricsCount: k.int().notNull().default(0),
      /** Bytes. */
      logsSize: k.big().notNull().default(0),
      alertsConfigured: k.int().notNull().default(0),
      alertsTriggered: k.int().notNull().default(0),
      /** Days. */
      retention: k.int().notNull().default(30),
      dashboards: k.json<string[]>(),
      lastAlert: k.time(),
      status: k.text().notNull().default('active'),
    },
    resourceKeys(k, providers, 'cloud_monitoring'),
  )

  const cloudMetrics = k.table(
    'cloud_metrics',
    {
      ...resource(k),
      resourceId: k.ref().notNull(),
      resourceType: k.text().notNull(),
      metricName: k.text().notNull(),
      /** Millionths of the unit. */
      valueMicros: k.big().notNull(),
      unit: k.text().notNull(),
      timestamp: k.time().notNull(),
    },
    (t) => [
      ...resourceKeys(k, providers, 'cloud_metrics')(t),
      k.index('cloud_metrics_resource').on(t.userId, t.resourceId, t.timestamp),
    ],
  )

  const cloudCosts = k.table(
    'cloud_costs',
    {
      ...resource(k),
      resourceId: k.ref(),
      resourceType: k.text().notNull(),
      service: k.text().notNull(),
      /** Millionths of the currency. */
      amountMicros: k.big().notNull(),
      currency: k.text().notNull().default('USD'),
      /** `2026-11` */
      billingPeriod: k.text().notNull(),
    },
    resourceKeys(k, providers, 'cloud_costs'),
  )

  return { cloudAnalytics, cloudMlServices, cloudSecurity, cloudMonitoring, cloudMetrics, cloudCosts }
}
