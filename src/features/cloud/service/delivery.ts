import type { Store } from '#db/store.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer, Page } from '#shared/schema.ts'
import type {
  apiGatewayOutput,
  cdnOutput,
  devopsOutput,
  loadBalancerOutput,
  messagingOutput,
} from '../contract/entities.ts'
import { listOwn } from './pages.ts'
import { presentCommon } from './present.ts'

type Rows = Store['t']

const presentLoadBalancer = (
  row: Rows['cloudLoadBalancers']['$inferSelect'],
): Answer<typeof loadBalancerOutput> => ({
  ...presentCommon(row),
  createdAt: row.createdAt,
  name: row.name,
  dnsName: row.dnsName,
  type: row.type,
  scheme: row.scheme,
  ipAddressType: row.ipAddressType,
  status: row.status,
  availabilityZones: row.availabilityZones ?? [],
  targetGroups: row.targetGroups ?? [],
})

const presentCdn = (row: Rows['cloudCdn']['$inferSelect']): Answer<typeof cdnOutput> => ({
  ...presentCommon(row),
  createdAt: row.createdAt,
  distributionId: row.distributionId,
  domainName: row.domainName,
  originDomain: row.originDomain,
  status: row.status,
  priceClass: row.priceClass,
  enabled: row.enabled,
  httpVersion: row.httpVersion,
  ssl: row.ssl,
  caching: row.caching,
  geoRestriction: row.geoRestriction,
})

const presentApiGateway = (
  row: Rows['cloudApiGateways']['$inferSelect'],
): Answer<typeof apiGatewayOutput> => ({
  ...presentCommon(row),
  createdAt: row.createdAt,
  apiId: row.apiId,
  name: row.name,
  type: row.type,
  stage: row.stage,
  endpoint: row.endpoint,
  requestCount: row.requestCount,
  errorRate: row.errorRate / 100,
  throttling: row.throttling,
  caching: row.caching,
  authentication: row.authentication,
  corsEnabled: row.corsEnabled,
})

const presentQueue = (row: Rows['cloudMessaging']['$inferSelect']): Answer<typeof messagingOutput> => ({
  ...presentCommon(row),
  createdAt: row.createdAt,
  queueName: row.queueName,
  type: row.type,
  visibility: row.visibility,
  messageRetention: row.messageRetention,
  messagesAvailable: row.messagesAvailable,
  messagesInFlight: row.messagesInFlight,
  deadLetterQueue: row.deadLetterQueue,
  encryption: row.encryption,
  fifoQueue: row.fifoQueue,
  throughput: row.throughput,
})

const presentDevops = (row: Rows['cloudDevops']['$inferSelect']): Answer<typeof devopsOutput> => ({
  ...presentCommon(row),
  createdAt: row.createdAt,
  serviceName: row.serviceName,
  type: row.type,
  repositoryUrl: row.repositoryUrl,
  branch: row.branch,
  buildStatus: row.buildStatus,
  lastBuild: row.lastBuild,
  buildDuration: row.buildDuration,
  testsCount: row.testsCount,
  testsPassed: row.testsPassed,
  deploymentTarget: row.deploymentTarget,
  artifacts: row.artifacts ?? [],
})

/** The caller's load balancers, newest first. */
export const listLoadBalancers = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudLoadBalancers, { page, present: presentLoadBalancer })

/** The caller's distributions, newest first. */
export const listCdn = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudCdn, { page, present: presentCdn })

/** The caller's API gateways, newest first. */
export const listApiGateways = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudApiGateways, { page, present: presentApiGateway })

/** The caller's queues and topics, newest first. */
export const listMessaging = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudMessaging, { page, present: presentQueue })

/** The caller's pipelines, newest first. */
export const listDevops = (ctx: CustomerContext, page?: Page) =>
  listOwn(ctx, ctx.store.t.cloudDevops, { page, present: presentDevops })
