import { type Entity, stored } from '../../web/kit/entity.ts'
import {
  address,
  code,
  count,
  gigabytes,
  measure,
  moment,
  named,
  percent,
  status,
  times,
  yesNo,
} from '../../web/kit/fields.tsx'
import { polledSection } from '../../web/kit/section.tsx'
import type { AnalyticsItem } from './contract.ts'

const storedDataSet = stored('analytics', [
  address('datasetId', 'Data set ID'),
  code('location', 'Location'),
  gigabytes('sizeBytes', 'Size'),
  count('tableCount', 'Tables'),
  count('queryCount', 'Queries'),
  moment('lastQueried', 'Last queried'),
  yesNo('On', 'Off')('encryption', 'Encryption'),
  named('access', 'Access'),
  ...times,
])
const storedModel = stored('ml-services', [
  named('framework', 'Framework'),
  code('instanceType', 'Instance'),
  address('endpointUrl', 'Endpoint'),
  measure('s')('trainingTime', 'Training time'),
  moment('lastTrained', 'Last trained'),
  ...times,
])

/** Data sets and models in one list. */
const analytics: Entity<AnalyticsItem> = {
  id: 'analytics',
  title: 'Data sets and models',
  one: 'data set or model',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    named('type', 'Type'),
    code('region', 'Region'),
    named('modelType', 'Model'),
    percent('accuracy', 'Accuracy'),
    count('predictionCount', 'Predictions'),
  ],
  storedOf: ({ modelType }) => (modelType === null ? storedDataSet() : storedModel()),
}

export const analyticsSection = polledSection(analytics, (all) => all.analytics)
