import { after, hour } from '#shared/time.ts'
import { resource, type Sample } from './base.ts'

// Names are of the domains for examples (RFC 2606).

/** A balancer for websites and one within. */
export const loadBalancers = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    name: 'web-balancer',
    dnsName: 'web-balancer.example.com',
    availabilityZones: ['ap-south-1a', 'ap-south-1b'],
    targetGroups: ['web-1'],
  },
  {
    ...resource(sample, 'us-east-1', 40),
    name: 'jobs-balancer',
    dnsName: 'jobs-balancer.example.net',
    type: 'network',
    scheme: 'internal',
    availabilityZones: ['us-east-1b'],
    targetGroups: ['worker-1'],
  },
]

/** One distribution. */
export const cdn = (sample: Sample) => [
  {
    ...resource(sample, 'us-east-1', 58),
    distributionId: 'cdn-sample-1',
    domainName: 'assets.example.com',
    originDomain: 'sample-website-assets.example.com',
    httpVersion: 'http3',
    caching: { defaultTtlSeconds: 86_400, compress: true },
    geoRestriction: { type: 'none' },
  },
]

/** A REST and a WebSocket gateway; error rates in hundredths of a percent. */
export const apiGateways = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 45),
    apiId: 'api-sample-1',
    name: 'orders-api',
    endpoint: 'https://api.example.com/orders',
    requestCount: 1_284_900,
    errorRate: 42,
    throttling: true,
    caching: true,
    authentication: 'JWT',
  },
  {
    ...resource(sample, 'ap-south-1', 20),
    apiId: 'api-sample-2',
    name: 'live-updates',
    type: 'WEBSOCKET',
    stage: 'staging',
    endpoint: 'wss://live.example.com',
    requestCount: 20_310,
    errorRate: 5,
    authentication: 'none',
    corsEnabled: false,
  },
]

/** Two queues and a topic. */
export const messaging = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 45),
    queueName: 'order-events.fifo',
    type: 'queue',
    messagesAvailable: 12,
    messagesInFlight: 3,
    deadLetterQueue: true,
    fifoQueue: true,
    throughput: 'high',
  },
  {
    ...resource(sample, 'ap-south-1', 45),
    queueName: 'order-events-failed.fifo',
    type: 'dead-letter-queue',
    messagesAvailable: 1,
    fifoQueue: true,
  },
  {
    ...resource(sample, 'us-east-1', 30),
    queueName: 'notifications',
    type: 'topic',
    visibility: 60,
    messageRetention: 345_600,
  },
]

/** A pipeline that passes and one that does not. */
export const devops = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 45),
    serviceName: 'website-pipeline',
    type: 'pipeline',
    repositoryUrl: 'https://git.example.com/website.git',
    lastBuild: after(sample.now, -3 * hour),
    buildDuration: 194,
    testsCount: 412,
    testsPassed: 412,
    deploymentTarget: 'web-1',
    artifacts: ['website-2.8.1.tar.gz'],
  },
  {
    ...resource(sample, 'eu-central-1', 9),
    serviceName: 'preview-pipeline',
    type: 'pipeline',
    repositoryUrl: 'https://git.example.com/preview.git',
    branch: 'next',
    buildStatus: 'failed',
    lastBuild: after(sample.now, -26 * hour),
    buildDuration: 87,
    testsCount: 96,
    testsPassed: 94,
    deploymentTarget: 'preview',
    artifacts: [],
  },
]
