import type { Answer } from '#shared/schema.ts'
import { after, day, minute } from '#shared/time.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { presentCommon, presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import type { analyticsDetails, analyticsOutput } from './contract.ts'

const columns = ['name', 'type', 'status', 'createdAt'] as const

const present = (row: Shown<'cloudAnalytics', typeof columns>): Answer<typeof analyticsOutput> => ({
  ...presentCommon(row),
  name: row.name,
  type: row.type,
  status: row.status,
  modelType: null,
  accuracy: null,
  predictionCount: null,
})

const details = (row: Row<'cloudAnalytics'>): Answer<typeof analyticsDetails> => ({
  ...presentStored(row),
  kind: 'analytics',
})

/** Two data sets. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 50),
    datasetId: 'dataset-sample-sales',
    name: 'sales',
    type: 'warehouse',
    location: 'ap-south-1',
    sizeBytes: 46_170_898_432,
    tableCount: 38,
    queryCount: 9_420,
    lastQueried: after(sample.now, -40 * minute),
  },
  {
    ...resource(sample, 'eu-central-1', 18),
    datasetId: 'dataset-sample-clicks',
    name: 'clickstream',
    type: 'data-lake',
    location: 'eu-central-1',
    sizeBytes: 312_807_104_512,
    tableCount: 6,
    queryCount: 210,
    lastQueried: after(sample.now, -2 * day),
  },
]

export const analytics = {
  id: 'analytics',
  table: 'cloudAnalytics',
  polled: { list: 'analytics', columns, present },
  details,
  sample: sampleRows,
  billing: { resourceType: 'analytics', service: 'Analytics', perHour: () => 31_000 },
} satisfies Entity<'cloudAnalytics'>
