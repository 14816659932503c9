import { z } from 'zod'
import { idFilter, instant, maybeInstant, page } from '#shared/schema.ts'
import { resourceFields } from '../contract.ts'

// The stored entities beyond the eight lists, each with all that is stored of it.

const fields = { ...resourceFields, createdAt: instant }

export const loadBalancerOutput = z.object({
  ...fields,
  name: z.string(),
  dnsName: z.string().nullable(),
  type: z.string(),
  scheme: z.string(),
  ipAddressType: z.string(),
  status: z.string(),
  availabilityZones: z.array(z.string()),
  targetGroups: z.array(z.string()),
})
export type LoadBalancer = z.output<typeof loadBalancerOutput>

const settings = z.record(z.string(), z.unknown()).nullable()

export const cdnOutput = z.object({
  ...fields,
  distributionId: z.string(),
  domainName: z.string(),
  originDomain: z.string(),
  status: z.string(),
  priceClass: z.string(),
  enabled: z.boolean(),
  httpVersion: z.string(),
  ssl: z.boolean(),
  caching: settings,
  geoRestriction: settings,
})
export type Cdn = z.output<typeof cdnOutput>

/** `errorRate` in percent. */
export const apiGatewayOutput = z.object({
  ...fields,
  apiId: z.string(),
  name: z.string(),
  type: z.string(),
  stage: z.string(),
  endpoint: z.string().nullable(),
  requestCount: z.number(),
  errorRate: z.number(),
  throttling: z.boolean(),
  caching: z.boolean(),
  authentication: z.string().nullable(),
  corsEnabled: z.boolean(),
})
export type ApiGateway = z.output<typeof apiGatewayOutput>

/** `visibility` and `messageRetention` in seconds. */
export const messagingOutput = z.object({
  ...fields,
  queueName: z.string(),
  type: z.string(),
  visibility: z.number(),
  messageRetention: z.number(),
  messagesAvailable: z.number(),
  messagesInFlight: z.number(),
  deadLetterQueue: z.boolean(),
  encryption: z.boolean(),
  fifoQueue: z.boolean(),
  throughput: z.string(),
})
export type Queue = z.output<typeof messagingOutput>

/** `modelAccuracy` in percent, `trainingTime` in seconds. */
export const mlServiceOutput = z.object({
  ...fields,
  modelName: z.string(),
  type: z.string(),
  framework: z.string().nullable(),
  instanceType: z.string().nullable(),
  status: z.string(),
  endpointUrl: z.string().nullable(),
  modelAccuracy: z.number().nullable(),
  trainingTime: z.number().nullable(),
  lastTrained: maybeInstant,
  predictionCount: z.number(),
})
export type MlService = z.output<typeof mlServiceOutput>

/** `logsSize` in bytes, `retention` in days. */
export const monitoringOutput = z.object({
  ...fields,
  serviceName: z.string(),
  type: z.string(),
  metricsCount: z.number(),
  logsSize: z.number(),
  alertsConfigured: z.number(),
  alertsTriggered: z.number(),
  retention: z.number(),
  dashboards: z.array(z.string()),
  lastAlert: maybeInstant,
  status: z.string(),
})
export type MonitoringService = z.output<typeof monitoringOutput>

/** `buildDuration` in seconds. */
export const devopsOutput = z.object({
  ...fields,
  serviceName: z.string(),
  type: z.string(),
  repositoryUrl: z.string().nullable(),
  branch: z.string(),
  buildStatus: z.string(),
  lastBuild: maybeInstant,
  buildDuration: z.number().nullable(),
  testsCount: z.number(),
  testsPassed: z.number(),
  deploymentTarget: z.string().nullable(),
  artifacts: z.array(z.string()),
})
export type DevopsService = z.output<typeof devopsOutput>

export const metricsInput = page.extend({ resourceId: idFilter.optional() })
/** One measured value of one resource, newest first. */
export const metricOutput = z.object({
  ...resourceFields,
  resourceId: z.string(),
  resourceType: z.string(),
  metricName: z.string(),
  value: z.number(),
  unit: z.string(),
  timestamp: instant,
})
export type CloudMetric = z.output<typeof metricOutput>

/** What a resource cost in one month, `2026-11`; `amount` in units of the currency, up to six decimals. */
export const costOutput = z.object({
  ...resourceFields,
  resourceId: z.string().nullable(),
  resourceType: z.string(),
  service: z.string(),
  amount: z.number(),
  currency: z.string(),
  billingPeriod: z.string(),
})
export type CloudCost = z.output<typeof costOutput>
