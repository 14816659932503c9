import { prepareOnce } from '#db/store.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { allServicesOutput } from '../contract.ts'
import { type ListedRow, listed } from './listed.ts'
import {
  presentBucket,
  presentContainer,
  presentDatabase,
  presentDataset,
  presentFunction,
  presentInstance,
  presentModel,
  presentProvider,
  presentSecurity,
} from './present.ts'

/** Data sets and models in one list, newest first. */
function mergeAnalytics(datasets: ListedRow<'analytics'>[], models: ListedRow<'mlServices'>[]) {
  const items = [
    ...datasets.map((row) => ({ at: row.createdAt, item: presentDataset(row) })),
    ...models.map((row) => ({ at: row.createdAt, item: presentModel(row) })),
  ]
  return items
    .sort((one, other) => other.at.getTime() - one.at.getTime() || (one.item.id < other.item.id ? 1 : -1))
    .map(({ item }) => item)
}

/** The caller's cloud as our tables have it, one statement per stored entity; no provider is asked. */
export async function listAllServices(ctx: CustomerContext): Promise<Answer<typeof allServicesOutput>> {
  const { store } = ctx
  const mine = { userId: ctx.user.id }
  const [instances, storage, databases, functions, containers, datasets, models, security, providers] =
    await Promise.all([
      prepareOnce(store, listed.instances).execute(mine),
      prepareOnce(store, listed.storage).execute(mine),
      prepareOnce(store, listed.databases).execute(mine),
      prepareOnce(store, listed.functions).execute(mine),
      prepareOnce(store, listed.containers).execute(mine),
      prepareOnce(store, listed.analytics).execute(mine),
      prepareOnce(store, listed.mlServices).execute(mine),
      prepareOnce(store, listed.security).execute(mine),
      prepareOnce(store, listed.providers).execute(mine),
    ])
  const now = ctx.now()
  return {
    instances: instances.map((row) => presentInstance(row, now)),
    storage: storage.map(presentBucket),
    databases: databases.map(presentDatabase),
    functions: functions.map(presentFunction),
    containers: containers.map(presentContainer),
    analytics: mergeAnalytics(datasets, models),
    security: security.map(presentSecurity),
    providers: providers.map(presentProvider),
  }
}
