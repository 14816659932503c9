import type { Answer } from '#shared/schema.ts'
import { after, day } from '#shared/time.ts'
import type { analyticsOutput } from '../analytics/contract.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { presentCommon, presentStored, toPercent } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import { type mlServiceDetails, mlServiceOutput } from './contract.ts'

const columns = ['modelName', 'type', 'status', 'modelAccuracy', 'predictionCount', 'createdAt'] as const

/** A model as a row of the analytics list. */
const presentAsAnalytics = (
  row: Shown<'cloudMlServices', typeof columns>,
): Answer<typeof analyticsOutput> => ({
  ...presentCommon(row),
  name: row.modelName,
  type: 'ml-model',
  status: row.status,
  modelType: row.type,
  accuracy: toPercent(row.modelAccuracy),
  predictionCount: row.predictionCount,
})

const present = (row: Row<'cloudMlServices'>): Answer<typeof mlServiceOutput> => ({
  ...presentStored(row),
  modelAccuracy: toPercent(row.modelAccuracy),
})

const details = (row: Row<'cloudMlServices'>): Answer<typeof mlServiceDetails> => ({
  ...present(row),
  updatedAt: row.updatedAt,
  kind: 'ml-services',
})

/** A deployed model and one in training; accuracy in hundredths of a percent. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 26),
    modelName: 'churn-forecast',
    type: 'classification',
    framework: 'xgboost',
    instanceType: 'ml.m5.large',
    status: 'in-service',
    endpointUrl: 'https://ml.example.com/churn-forecast',
    modelAccuracy: 9_340,
    trainingTime: 5_460,
    lastTrained: after(sample.now, -5 * day),
    predictionCount: 73_912,
  },
  {
    ...resource(sample, 'us-east-1', 2),
    modelName: 'demand-forecast',
    type: 'regression',
    framework: 'pytorch',
    instanceType: 'ml.g5.xlarge',
    status: 'training',
  },
]

export const mlServices = {
  id: 'ml-services',
  table: 'cloudMlServices',
  polled: { list: 'analytics', columns, present: presentAsAnalytics },
  list: { output: mlServiceOutput, present },
  details,
  sample: sampleRows,
  billing: { resourceType: 'ml-service', service: 'Machine learning', perHour: () => 115_000 },
} satisfies Entity<'cloudMlServices'>
