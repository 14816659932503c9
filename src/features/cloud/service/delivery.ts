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
import { presentStored } from './present.ts'

type Rows = Store['t']

const presentLoadBalancer = (
  row: Rows['cloudLoadBalancers']['$inferSelect'],
): Answer<typeof loadBalancerOutput> => ({
  ...presentStored(row),
  availabilityZones: row.availabilityZones ?? [],
  targetGroups: row.targetGroups ?? [],
})

const presentCdn = (row: Rows['cloudCdn']['$inferSelect']): Answer<typeof cdnOutput> => presentStored(row)

const presentApiGateway = (
  row: Rows['cloudApiGateways']['$inferSelect'],
): Answer<typeof apiGatewayOutput> => ({ ...presentStored(row), errorRate: row.errorRate / 100 })

const presentQueue = (row: Rows['cloudMessaging']['$inferSelect']): Answer<typeof messagingOutput> =>
  presentStored(row)

const presentDevops = (row: Rows['cloudDevops']['$inferSelect']): Answer<typeof devopsOutput> => ({
  ...presentStored(row),
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
