import type { Kit } from '#db/kit.ts'
import type { ServiceTables } from './services.ts'

/** Measurements of services. Percentages are integer hundredths. */
export function monitoringTables(k: Kit, { userServices }: ServiceTables) {
  const serverMetrics = k.table(
    'server_metrics',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      cpuUsage: k.int().notNull(),
      memoryUsage: k.int().notNull(),
      diskUsage: k.int().notNull(),
      /** Bytes in and out since midnight IST. */
      bandwidth: k.big().notNull(),
      /** Seconds. */
      uptime: k.big().notNull(),
      recordedAt: k.time().notNull(),
      /** Whether a process ran; without one, the usages are 0. */
      isUp: k.bool().notNull().default(true),
      processes: k.int().notNull().default(0),
      /** Bytes since midnight IST. */
      networkIn: k.big().notNull().default(0),
      networkOut: k.big().notNull().default(0),
      /** Since midnight IST; null where not counted. */
      requests: k.big(),
      clientErrors: k.big(),
      serverErrors: k.big(),
      pageViews: k.big(),
      /** The number of its five-minute slot since 1970. */
      slot: k.big().notNull().default(0),
    },
    (t) => [
      k.primaryKey({ name: 'server_metrics_pkey', columns: [t.userId, t.id] }),
      k
        .foreignKey({
          name: 'server_metrics_service_fk',
          columns: [t.userId, t.serviceId],
          foreignColumns: [userServices.userId, userServices.id],
        })
        .onDelete('cascade'),
      k.index('server_metrics_service').on(t.userId, t.serviceId, t.recordedAt),
      k.index('server_metrics_recorded').on(t.recordedAt),
    ],
  )

  /** Five minutes of measurements in one row: usages are sums over the samples in which a process ran. */
  const serverMetricRollups = k.table(
    'server_metric_rollups',
    {
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      slot: k.big().notNull(),
      samples: k.int().notNull(),
      upSamples: k.int().notNull(),
      cpuUsageSum: k.big().notNull(),
      memoryUsageSum: k.big().notNull(),
      diskUsageSum: k.big().notNull(),
      /** Bytes since midnight IST at the end of the slot; a slot begins at midnight. */
      networkIn: k.big().notNull(),
      networkOut: k.big().notNull(),
      /** The same for answers and page views; null where not counted. */
      requests: k.big(),
      clientErrors: k.big(),
      serverErrors: k.big(),
      pageViews: k.big(),
    },
    (t) => [
      k.primaryKey({ name: 'server_metric_rollups_pkey', columns: [t.userId, t.serviceId, t.slot] }),
      k
        .foreignKey({
          name: 'server_metric_rollups_service_fk',
          columns: [t.userId, t.serviceId],
          foreignColumns: [userServices.userId, userServices.id],
        })
        .onDelete('cascade'),
      k.index('server_metric_rollups_slot').on(t.slot),
    ],
  )

  const serviceTraffic = k.table(
    'service_traffic',
    {
      userId: k.ref().notNull(),
      serviceId: k.ref().notNull(),
      /** The day in Kolkata, `2026-11-21`. */
      day: k.text().notNull(),
      /** Bytes of requests and answers on visitors' connections. */
      bytesIn: k.big().notNull().default(0),
      bytesOut: k.big().notNull().default(0),
      /** Answered requests, and the 4xx and 5xx among them; null where not counted. */
      requests: k.big(),
      clientErrors: k.big(),
      serverErrors: k.big(),
      pageViews: k.big(),
    },
    (t) => [
      k.primaryKey({ name: 'service_traffic_pkey', columns: [t.userId, t.serviceId, t.day] }),
      k
        .foreignKey({
          name: 'service_traffic_service_fk',
          columns: [t.userId, t.serviceId],
          foreignColumns: [userServices.userId, userServices.id],
        })
        .onDelete('cascade'),
      k.index('service_traffic_day').on(t.day),
    ],
  )

  /** The samples of a day over all sites that should run. A day without a row is unknown. */
  const siteDays = k.table('site_days', {
    /** The day in Kolkata, `2026-11-21`. */
    day: k.text().primaryKey(),
    samples: k.big().notNull(),
    /** The samples in which visitors could reach the site. */
    upSamples: k.big().notNull(),
  })

  return { serverMetrics, serverMetricRollups, serviceTraffic, siteDays }
}
