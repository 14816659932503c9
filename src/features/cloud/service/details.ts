import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { CustomerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { ResourceKind, resourceInput, resourceOutput } from '../contract/details.ts'
import { presentMlService } from './insight.ts'
import {
  presentBucket,
  presentContainer,
  presentDatabase,
  presentFunction,
  presentInstance,
  presentSecurity,
  presentStored,
  told,
} from './present.ts'

type Details = Answer<typeof resourceOutput>
type Read = (ctx: CustomerContext, id: string) => Promise<Details[]>

/** The owner and the id together: how every resource is named. */
export const isResource = (
  ctx: CustomerContext,
  { userId, id: key }: Record<'userId' | 'id', PgColumn>,
  id: string,
) => and(eq(userId, ctx.user.id), eq(key, id))

type OwnTable = PgTable & Record<'userId' | 'id', PgColumn>

/** The caller's row of that id, or none. */
async function readOwn<Row>(
  ctx: CustomerContext,
  table: OwnTable & { $inferSelect: Row },
  id: string,
): Promise<Row[]> {
  const rows = await ctx.store.read
    .select()
    .from<OwnTable>(table)
    .where(isResource(ctx, table, id))
  // The rows are this table's: Drizzle loses their type when the table is not known by name.
  return rows as unknown as Row[]
}

const moments = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({ createdAt, updatedAt })

/** Values of an environment may be secrets: only its names are told. */
const namesOf = (environment: Record<string, string> | null) => Object.keys(environment ?? {})

const readInstance: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudInstances, id)
  return rows.map((row) => ({
    ...presentInstance(row, ctx.now()),
    ...moments(row),
    kind: 'instances',
    instanceId: row.instanceId,
    zone: row.zone,
    imageId: row.imageId,
    keyPairName: row.keyPairName,
    securityGroups: row.securityGroups ?? [],
    tags: row.tags ?? {},
    launchedAt: row.launchedAt,
  }))
}

const readBucket: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudStorage, id)
  return rows.map((row) => ({
    ...presentBucket(row),
    ...moments(row),
    kind: 'storage',
    versioning: told(row, 'versioning'),
  }))
}

const readDatabase: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudDatabases, id)
  return rows.map((row) => ({
    ...presentDatabase(row),
    ...moments(row),
    kind: 'databases',
    instanceId: row.instanceId,
    endpoint: row.endpoint,
    port: row.port,
    username: row.username,
    multiAz: told(row, 'multiAz'),
    maintenanceWindow: row.maintenanceWindow,
  }))
}

const readFunction: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudFunctions, id)
  return rows.map((row) => ({
    ...presentFunction(row),
    ...moments(row),
    kind: 'functions',
    handler: row.handler,
    lastInvoked: row.lastInvoked,
    errorCount: told(row, 'errorCount'),
    codeSize: told(row, 'codeSize'),
    environment: namesOf(row.environment),
  }))
}

const readContainer: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudContainers, id)
  return rows.map((row) => ({
    ...presentContainer(row),
    ...moments(row),
    kind: 'containers',
    clusterName: row.clusterName,
    runningCount: row.runningCount,
    networkMode: row.networkMode,
    ports: row.ports ?? [],
    environment: namesOf(row.environment),
  }))
}

const readDataset: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudAnalytics, id)
  return rows.map((row) => ({
    ...presentStored(row),
    kind: 'analytics',
  }))
}

const readModel: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudMlServices, id)
  return rows.map((row) => ({ ...presentMlService(row), ...moments(row), kind: 'ml-services' }))
}

const readSecurity: Read = async (ctx, id) => {
  const rows = await readOwn(ctx, ctx.store.t.cloudSecurity, id)
  return rows.map((row) => ({
    ...presentSecurity(row),
    ...moments(row),
    kind: 'security',
    rulesCount: row.rulesCount,
    blockedRequests: row.blockedRequests,
    allowedRequests: row.allowedRequests,
    lastActivity: row.lastActivity,
    alertsEnabled: row.alertsEnabled,
    configuration: row.configuration,
  }))
}

const readers: Record<ResourceKind, Read> = {
  instances: readInstance,
  storage: readBucket,
  databases: readDatabase,
  functions: readFunction,
  containers: readContainer,
  analytics: readDataset,
  'ml-services': readModel,
  security: readSecurity,
}

/** One of the caller's resources with everything that is stored of it. @throws NOT_FOUND when it is missing or somebody else's */
export async function getResource(
  ctx: CustomerContext,
  { kind, id }: z.output<typeof resourceInput>,
): Promise<Details> {
  const [resource] = await readers[kind](ctx, id)
  if (!resource) throw notFound('This resource')
  return resource
}
