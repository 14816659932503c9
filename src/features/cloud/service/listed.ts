import { desc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { maxRows } from '#db/paging.ts'
import type { Store } from '#db/store.ts'

// The eight lists as prepared statements. They are polled: only the columns that are shown.

type Keys = Record<'id' | 'userId' | 'createdAt', PgColumn>

const isOwn = ({ userId }: Keys) => eq(userId, sql.placeholder('userId'))
const newestFirst = ({ createdAt, id }: Keys) => [desc(createdAt), desc(id)]

const common = <T extends Record<'id' | 'providerId' | 'region' | 'sample' | 'simulated', PgColumn>>({
  id,
  providerId,
  region,
  sample,
  simulated,
}: T): Pick<T, 'id' | 'providerId' | 'region' | 'sample' | 'simulated'> => ({
  id,
  providerId,
  region,
  sample,
  simulated,
})

export const listed = {
  instances(store: Store) {
    const table = store.t.cloudInstances
    const { name, instanceType, status, nextStatus, nextStatusAt, publicIp, privateIp } = table
    const shown = { name, instanceType, status, nextStatus, nextStatusAt, publicIp, privateIp }
    return store.read
      .select({ ...common(table), ...shown })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_instances')
  },
  storage(store: Store) {
    const table = store.t.cloudStorage
    const { bucketName, storageClass, encryption, publicAccess, sizeBytes, objectCount, untold } = table
    const shown = { bucketName, storageClass, encryption, publicAccess, sizeBytes, objectCount, untold }
    return store.read
      .select({ ...common(table), ...shown })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_storage')
  },
  databases(store: Store) {
    const table = store.t.cloudDatabases
    const { name, engine, instanceClass, status, allocatedStorage, version, backupRetention, untold } = table
    const shown = { name, engine, instanceClass, status, allocatedStorage, version, backupRetention, untold }
    return store.read
      .select({ ...common(table), ...shown })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_databases')
  },
  functions(store: Store) {
    const table = store.t.cloudFunctions
    const { name, runtime, status, memoryMb, timeoutSeconds, invocationCount, untold } = table
    const shown = { name, runtime, status, memoryMb, timeoutSeconds, invocationCount, untold }
    return store.read
      .select({ ...common(table), ...shown })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_functions')
  },
  containers(store: Store) {
    const table = store.t.cloudContainers
    const { serviceName, imageUri, status, cpu, memory, desiredCount } = table
    const shown = { serviceName, imageUri, status, cpu, memory, desiredCount }
    return store.read
      .select({ ...common(table), ...shown })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_containers')
  },
  analytics(store: Store) {
    const table = store.t.cloudAnalytics
    const { name, type, status, createdAt } = table
    return store.read
      .select({ ...common(table), name, type, status, createdAt })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_analytics')
  },
  mlServices(store: Store) {
    const table = store.t.cloudMlServices
    const { modelName, type, status, modelAccuracy, predictionCount, createdAt } = table
    const shown = { modelName, type, status, modelAccuracy, predictionCount, createdAt }
    return store.read
      .select({ ...common(table), ...shown })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_ml_services')
  },
  security(store: Store) {
    const table = store.t.cloudSecurity
    const { serviceName, type, status, threatsDetected, complianceScore, lastScan } = table
    const shown = { serviceName, type, status, threatsDetected, complianceScore, lastScan }
    return store.read
      .select({ ...common(table), ...shown })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_security')
  },
  providers(store: Store) {
    const table = store.t.cloudProviders
    const { id, name, displayName, region, isActive, sample } = table
    return store.read
      .select({ id, name, displayName, region, isActive, sample })
      .from(table)
      .where(isOwn(table))
      .orderBy(...newestFirst(table))
      .limit(maxRows)
      .prepare('cloud_list_providers')
  },
}

type Listed = typeof listed
/** A row as its statement answers it. */
export type ListedRow<K extends keyof Listed> = Awaited<ReturnType<ReturnType<Listed[K]>['execute']>>[number]
