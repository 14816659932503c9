import { type Column, desc, eq, type GetColumnData, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { maxRows } from '#db/paging.ts'
import type { Store } from '#db/store.ts'

// The eight lists as prepared statements. They are polled: only the columns that are shown.

type OwnTable = PgTable & Record<'id' | 'userId' | 'createdAt', PgColumn>
type Statement<Table, Name extends keyof Table> = {
  execute(values: {
    userId: string
  }): Promise<{ [Shown in Name]: GetColumnData<Extract<Table[Shown], Column>> }[]>
}

/** The caller's rows of a table, newest first: those of its columns that are named. */
function ownRows<Table extends OwnTable, Name extends keyof Table & string>(
  { read }: Store,
  statement: `cloud_list_${string}`,
  table: Table & Record<Name, PgColumn>,
  names: readonly Name[],
): Statement<Table, Name> {
  const shown: Record<string, PgColumn> = Object.fromEntries(names.map((name) => [name, table[name]]))
  const prepared = read
    .select(shown)
    .from<OwnTable>(table)
    .where(eq(table.userId, sql.placeholder('userId')))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(maxRows)
    .prepare(statement)
  // The rows are of these columns: Drizzle loses their types when the table is not known by name.
  return prepared as unknown as Statement<Table, Name>
}

const common = ['id', 'providerId', 'region', 'sample', 'simulated'] as const

export const listed = {
  instances: (store: Store) =>
    ownRows(store, 'cloud_list_instances', store.t.cloudInstances, [
      ...common,
      'name',
      'instanceType',
      'status',
      'nextStatus',
      'nextStatusAt',
      'publicIp',
      'privateIp',
    ]),
  storage: (store: Store) =>
    ownRows(store, 'cloud_list_storage', store.t.cloudStorage, [
      ...common,
      'bucketName',
      'storageClass',
      'encryption',
      'publicAccess',
      'sizeBytes',
      'objectCount',
      'untold',
    ]),
  databases: (store: Store) =>
    ownRows(store, 'cloud_list_databases', store.t.cloudDatabases, [
      ...common,
      'name',
      'engine',
      'instanceClass',
      'status',
      'allocatedStorage',
      'version',
      'backupRetention',
      'untold',
    ]),
  functions: (store: Store) =>
    ownRows(store, 'cloud_list_functions', store.t.cloudFunctions, [
      ...common,
      'name',
      'runtime',
      'status',
      'memoryMb',
      'timeoutSeconds',
      'invocationCount',
      'untold',
    ]),
  containers: (store: Store) =>
    ownRows(store, 'cloud_list_containers', store.t.cloudContainers, [
      ...common,
      'serviceName',
      'imageUri',
      'status',
      'cpu',
      'memory',
      'desiredCount',
    ]),
  analytics: (store: Store) =>
    ownRows(store, 'cloud_list_analytics', store.t.cloudAnalytics, [
      ...common,
      'name',
      'type',
      'status',
      'createdAt',
    ]),
  mlServices: (store: Store) =>
    ownRows(store, 'cloud_list_ml_services', store.t.cloudMlServices, [
      ...common,
      'modelName',
      'type',
      'status',
      'modelAccuracy',
      'predictionCount',
      'createdAt',
    ]),
  security: (store: Store) =>
    ownRows(store, 'cloud_list_security', store.t.cloudSecurity, [
      ...common,
      'serviceName',
      'type',
      'status',
      'threatsDetected',
      'complianceScore',
      'lastScan',
    ]),
  providers: (store: Store) =>
    ownRows(store, 'cloud_list_providers', store.t.cloudProviders, [
      'id',
      'name',
      'displayName',
      'region',
      'isActive',
      'sample',
    ]),
}

type Listed = typeof listed
/** A row as its statement answers it. */
export type ListedRow<K extends keyof Listed> = Awaited<ReturnType<ReturnType<Listed[K]>['execute']>>[number]
