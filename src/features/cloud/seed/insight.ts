import { after, day, hour, minute } from '#shared/time.ts'
import { resource, type Sample } from './base.ts'

/** Two data sets. */
export const analytics = (sample: Sample) => [
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

/** A model that answers and one that learns; accuracy in hundredths of a percent. */
export const mlServices = (sample: Sample) => [
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

/** A firewall and a scanner; scores in hundredths of a percent. */
export const security = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    serviceName: 'website-firewall',
    type: 'waf',
    rulesCount: 48,
    blockedRequests: 18_204,
    allowedRequests: 2_910_448,
    threatsDetected: 27,
    complianceScore: 9_650,
    lastScan: after(sample.now, -50 * minute),
    lastActivity: after(sample.now, -1 * minute),
    configuration: { mode: 'block', ruleSet: 'OWASP' },
  },
  {
    ...resource(sample, 'us-east-1', 40),
    serviceName: 'vulnerability-scanner',
    type: 'scanner',
    rulesCount: 1_240,
    threatsDetected: 3,
    complianceScore: 8_800,
    lastScan: after(sample.now, -8 * hour),
    lastActivity: after(sample.now, -8 * hour),
    configuration: { schedule: 'daily' },
  },
]

/** What watches: figures with alarms, and logs. */
export const monitoring = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    serviceName: 'website-monitoring',
    type: 'metrics',
    metricsCount: 84,
    logsSize: 0,
    alertsConfigured: 12,
    alertsTriggered: 1,
    dashboards: ['Website', 'Orders'],
    lastAlert: after(sample.now, -7 * hour),
  },
  {
    ...resource(sample, 'us-east-1', 40),
    serviceName: 'log-collector',
    type: 'logs',
    metricsCount: 6,
    logsSize: 9_771_050_598,
    alertsConfigured: 3,
    retention: 90,
    dashboards: ['Logs'],
  },
]
