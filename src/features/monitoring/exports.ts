import { columnsOf, exportRows } from '#db/rows/export-rows.ts'
import type { ExportPart } from '#features/account/export/part.ts'

/** Measurements of the customer's services, for the data export. */
export const exports: readonly ExportPart[] = [
  exportRows('services/measurements', (t) =>
    columnsOf(t.serverMetrics, [
      'serviceId',
      'recordedAt',
      'isUp',
      'uptime',
      'cpuUsage',
      'memoryUsage',
      'diskUsage',
      'bandwidth',
      'processes',
      'networkIn',
      'networkOut',
      'requests',
      'clientErrors',
      'serverErrors',
      'pageViews',
    ]),
  ),
  exportRows('services/hours', (t) =>
    columnsOf(
      t.serverMetricRollups,
      [
        'serviceId',
        'slot',
        'samples',
        'upSamples',
        'cpuUsageSum',
        'memoryUsageSum',
        'diskUsageSum',
        'networkIn',
        'networkOut',
        'requests',
        'clientErrors',
        'serverErrors',
        'pageViews',
      ],
      { key: ['serviceId', 'slot'] },
    ),
  ),
  exportRows('services/traffic', (t) =>
    columnsOf(
      t.serviceTraffic,
      ['serviceId', 'day', 'bytesIn', 'bytesOut', 'requests', 'clientErrors', 'serverErrors', 'pageViews'],
      { key: ['serviceId', 'day'] },
    ),
  ),
]
