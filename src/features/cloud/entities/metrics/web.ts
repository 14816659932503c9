import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { Entity } from '../../web/kit/entity.ts'
import { address, code, moment, named, reading, text } from '../../web/kit/fields.tsx'
import { metricsFreshness, shownMetrics } from '../../web/kit/lists.ts'
import { type LatestMetric, latestMetrics } from '../../web/kit/metrics.ts'
import { fetchedSection } from '../../web/kit/section.tsx'
import { inWords } from '../../web/kit/words.ts'

const metrics: Entity<LatestMetric> = {
  id: 'metrics',
  title: 'Latest measurements',
  one: 'metric',
  nameHeader: 'Metric',
  nameOf: ({ metricName }) => inWords(metricName),
  columns: [
    text('resourceName', 'Resource'),
    named('resourceType', 'Kind'),
    code('region', 'Region'),
    reading,
    moment('timestamp', 'Measured'),
  ],
  measuredOf: ({ resourceId, metricName }) => ({ resourceId, metricName }),
  details: [address('resourceId', 'Resource ID')],
}

export const metricsSection = fetchedSection(metrics, (all) => {
  const trpc = useTRPC()
  const query = useQuery(trpc.cloud.metrics.queryOptions(shownMetrics, metricsFreshness))
  return { ...query, data: query.data && latestMetrics(query.data, all) }
})
