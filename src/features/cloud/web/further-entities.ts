import type {
  ApiGateway,
  Cdn,
  CloudCost,
  DevopsService,
  LoadBalancer,
  MlService,
  MonitoringService,
  Queue,
} from '../contract/entities.ts'
import type { Entity } from './entity.ts'
import {
  address,
  amount,
  code,
  count,
  gigabytes,
  list,
  measure,
  moment,
  pairs,
  percent,
  reading,
  status,
  text,
  yesNo,
} from './fields.tsx'
import type { LatestMetric } from './metrics.ts'

// The lists of these carry all that is stored.

const onOff = yesNo('On', 'Off')
const created = moment('createdAt', 'Created')

export const loadBalancers: Entity<LoadBalancer> = {
  id: 'load-balancers',
  title: 'Load balancers',
  one: 'load balancer',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    text('type', 'Type'),
    text('scheme', 'Scheme'),
    code('region', 'Region'),
    address('dnsName', 'DNS name'),
  ],
  details: [
    text('ipAddressType', 'IP address type'),
    list('availabilityZones', 'Zones'),
    list('targetGroups', 'Target groups'),
    created,
  ],
}

export const distributions: Entity<Cdn> = {
  id: 'cdn',
  title: 'CDN distributions',
  one: 'distribution',
  nameHeader: 'Domain',
  nameOf: ({ domainName }) => domainName,
  columns: [
    status('status', 'Status'),
    code('originDomain', 'Origin'),
    text('priceClass', 'Price class'),
    yesNo('Enabled', 'Disabled')('enabled', 'Delivery'),
    onOff('ssl', 'SSL'),
  ],
  details: [
    address('distributionId', 'Distribution ID'),
    code('region', 'Region'),
    text('httpVersion', 'HTTP version'),
    pairs('caching', 'Caching'),
    pairs('geoRestriction', 'Countries'),
    created,
  ],
}

export const apiGateways: Entity<ApiGateway> = {
  id: 'api-gateways',
  title: 'API gateways',
  one: 'API gateway',
  nameOf: ({ name }) => name,
  columns: [
    text('type', 'Type'),
    code('stage', 'Stage'),
    code('region', 'Region'),
    count('requestCount', 'Requests'),
    percent('errorRate', 'Errors'),
    text('authentication', 'Authentication'),
  ],
  details: [
    address('apiId', 'API ID'),
    address('endpoint', 'Endpoint'),
    onOff('throttling', 'Throttling'),
    onOff('caching', 'Caching'),
    onOff('corsEnabled', 'CORS'),
    created,
  ],
}

export const queues: Entity<Queue> = {
  id: 'messaging',
  title: 'Messaging',
  one: 'queue',
  nameOf: ({ queueName }) => queueName,
  columns: [
    text('type', 'Type'),
    code('region', 'Region'),
    count('messagesAvailable', 'Waiting'),
    count('messagesInFlight', 'In flight'),
    yesNo()('fifoQueue', 'In order'),
    yesNo('Encrypted', 'Not encrypted')('encryption', 'Encryption'),
  ],
  details: [
    measure('s')('visibility', 'Visibility timeout'),
    measure('s')('messageRetention', 'Messages kept'),
    yesNo()('deadLetterQueue', 'Dead-letter queue'),
    text('throughput', 'Throughput'),
    created,
  ],
}

export const mlServices: Entity<MlService> = {
  id: 'ml-services',
  title: 'ML services',
  one: 'ML service',
  nameHeader: 'Model',
  nameOf: ({ modelName }) => modelName,
  columns: [
    status('status', 'Status'),
    text('type', 'Type'),
    text('framework', 'Framework'),
    code('instanceType', 'Instance'),
    percent('modelAccuracy', 'Accuracy'),
    count('predictionCount', 'Predictions'),
  ],
  details: [
    code('region', 'Region'),
    address('endpointUrl', 'Endpoint'),
    measure('s')('trainingTime', 'Training time'),
    moment('lastTrained', 'Last trained'),
    created,
  ],
}

export const monitoring: Entity<MonitoringService> = {
  id: 'monitoring',
  title: 'Monitoring',
  one: 'monitoring service',
  nameOf: ({ serviceName }) => serviceName,
  columns: [
    status('status', 'Status'),
    text('type', 'Type'),
    code('region', 'Region'),
    count('metricsCount', 'Metrics'),
    gigabytes('logsSize', 'Logs'),
    count('alertsTriggered', 'Alerts triggered'),
  ],
  details: [
    count('alertsConfigured', 'Alerts configured'),
    measure('days')('retention', 'Kept'),
    list('dashboards', 'Dashboards'),
    moment('lastAlert', 'Last alert'),
    created,
  ],
}

export const devops: Entity<DevopsService> = {
  id: 'devops',
  title: 'DevOps',
  one: 'pipeline',
  nameOf: ({ serviceName }) => serviceName,
  columns: [
    status('buildStatus', 'Build'),
    text('type', 'Type'),
    code('branch', 'Branch'),
    count('testsPassed', 'Tests passed'),
    count('testsCount', 'Tests'),
    moment('lastBuild', 'Last build'),
  ],
  details: [
    code('region', 'Region'),
    address('repositoryUrl', 'Repository'),
    measure('s')('buildDuration', 'Build time'),
    text('deploymentTarget', 'Deploys to'),
    list('artifacts', 'Artifacts'),
    created,
  ],
}

export const metrics: Entity<LatestMetric> = {
  id: 'metrics',
  title: 'Metrics',
  one: 'metric',
  nameHeader: 'Metric',
  nameOf: ({ metricName }) => metricName,
  columns: [
    text('resourceName', 'Resource'),
    text('resourceType', 'Kind'),
    code('region', 'Region'),
    reading,
    moment('timestamp', 'Measured'),
  ],
  measuredOf: ({ resourceId, metricName }) => ({ resourceId, metricName }),
  details: [address('resourceId', 'Resource ID')],
}

export const costs: Entity<CloudCost> = {
  id: 'costs',
  title: 'Costs',
  one: 'cost',
  nameHeader: 'Service',
  nameOf: ({ service }) => service,
  columns: [
    text('resourceType', 'Resource'),
    code('region', 'Region'),
    code('billingPeriod', 'Month'),
    amount,
  ],
  details: [address('resourceId', 'Resource ID')],
}
