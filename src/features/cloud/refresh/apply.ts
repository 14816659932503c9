import { and, eq, inArray } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader, Schema, Tx } from '#db/store.ts'
import type { CloudSnapshot } from '../drivers/driver.ts'
import { type Difference, differenceOf, isEmpty } from './difference.ts'
import type { ProviderRow } from './due.ts'
import { bucketValues, databaseValues, functionValues, instanceValues } from './values.ts'

const batch = 100

type Keys = Record<'userId' | 'providerId', PgColumn>
type Source = { t: Schema; read: Pick<Reader, 'select'> }
type Stored = Awaited<ReturnType<typeof readStored>>
export type Changes = ReturnType<typeof compare>

const isOf = ({ id, userId }: ProviderRow, table: Keys) =>
  and(eq(table.userId, userId), eq(table.providerId, id))

/** What is stored of an account. */
export async function readStored({ t, read }: Source, provider: ProviderRow) {
  const [instances, storage, databases, functions] = [
    await read.select().from(t.cloudInstances).where(isOf(provider, t.cloudInstances)),
    await read.select().from(t.cloudStorage).where(isOf(provider, t.cloudStorage)),
    await read.select().from(t.cloudDatabases).where(isOf(provider, t.cloudDatabases)),
    await read.select().from(t.cloudFunctions).where(isOf(provider, t.cloudFunctions)),
  ]
  return { instances, storage, databases, functions }
}

/** What must be written so that what is stored is what the provider lists. */
export function compare(stored: Stored, snapshot: CloudSnapshot, now: Date) {
  const placeOf = ({ name, region }: { name: string; region: string }) => `${region} ${name}`
  const idOf = ({ instanceId, region }: { instanceId: string; region: string }) => `${region} ${instanceId}`
  const bucketOf = ({ bucketName, region }: { bucketName: string; region: string }) =>
    `${region} ${bucketName}`
  return {
    instances: differenceOf({
      rows: stored.instances,
      remotes: snapshot.instances,
      keyOfRow: ({ instanceId }) => instanceId,
      keyOf: ({ instanceId }) => instanceId,
      values: (remote, row) => instanceValues(remote, row, now),
    }),
    storage: differenceOf({
      rows: stored.storage,
      remotes: snapshot.storage,
      keyOfRow: bucketOf,
      keyOf: bucketOf,
      values: bucketValues,
    }),
    databases: differenceOf({
      rows: stored.databases,
      remotes: snapshot.databases,
      keyOfRow: idOf,
      keyOf: idOf,
      values: databaseValues,
    }),
    functions: differenceOf({
      rows: stored.functions,
      remotes: snapshot.functions,
      keyOfRow: placeOf,
      keyOf: placeOf,
      values: functionValues,
    }),
  }
}

export const isUnchanged = (changes: Changes): boolean => Object.values(changes).every(isEmpty)

/** Something is under way at the provider: an action, a start, a stop. */
export const isUnderWay = ({ instances }: CloudSnapshot, stored: Stored): boolean =>
  [...instances, ...stored.instances].some(({ status }) => status === 'in-progress' || status === 'pending')

type Writer<Values> = {
  insert(rows: (Values & New)[]): Promise<unknown>
  update(id: string, values: Values): Promise<unknown>
  remove(ids: string[]): Promise<unknown>
}

type New = ReturnType<typeof newRow>

const newRow = (provider: ProviderRow, now: Date) => ({
  id: Bun.randomUUIDv7(),
  userId: provider.userId,
  providerId: provider.id,
  sample: false,
  simulated: false,
  createdAt: now,
  updatedAt: now,
})

function* batchesOf<T>(items: T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += batch) yield items.slice(from, from + batch)
}

/** Makes the stored rows those of the provider. Part of the caller's transaction, which has raised the revision. */
export async function writeChanges(
  tx: Tx,
  provider: ProviderRow,
  changes: Changes,
  now: Date,
): Promise<void> {
  const { cloudInstances, cloudStorage, cloudDatabases, cloudFunctions } = tx.t
  const one = (table: Keys & { id: PgColumn }, id: string) => and(isOf(provider, table), eq(table.id, id))
  const some = (table: Keys & { id: PgColumn }, ids: string[]) =>
    and(isOf(provider, table), inArray(table.id, ids))
  const apply = async <Values>(difference: Difference<Values>, writer: Writer<Values>) => {
    for (const ids of batchesOf(difference.remove)) await writer.remove(ids)
    for (const { id, values } of difference.update) await writer.update(id, values)
    for (const rows of batchesOf(difference.insert))
      await writer.insert(rows.map((values) => ({ ...values, ...newRow(provider, now) })))
  }
  await apply(changes.instances, {
    insert: (rows) => tx.insert(cloudInstances).values(rows),
    update: (id, values) =>
      tx
        .update(cloudInstances)
        // While an action is awaited, the moment it was asked for stays.
        .set(values.nextStatus === null ? { ...values, updatedAt: now } : values)
        .where(one(cloudInstances, id)),
    remove: (ids) => tx.delete(cloudInstances).where(some(cloudInstances, ids)),
  })
  await apply(changes.storage, {
    insert: (rows) => tx.insert(cloudStorage).values(rows),
    update: (id, values) =>
      tx
        .update(cloudStorage)
        .set({ ...values, updatedAt: now })
        .where(one(cloudStorage, id)),
    remove: (ids) => tx.delete(cloudStorage).where(some(cloudStorage, ids)),
  })
  await apply(changes.databases, {
    insert: (rows) => tx.insert(cloudDatabases).values(rows),
    update: (id, values) =>
      tx
        .update(cloudDatabases)
        .set({ ...values, updatedAt: now })
        .where(one(cloudDatabases, id)),
    remove: (ids) => tx.delete(cloudDatabases).where(some(cloudDatabases, ids)),
  })
  await apply(changes.functions, {
    insert: (rows) => tx.insert(cloudFunctions).values(rows),
    update: (id, values) =>
      tx
        .update(cloudFunctions)
        .set({ ...values, updatedAt: now })
        .where(one(cloudFunctions, id)),
    remove: (ids) => tx.delete(cloudFunctions).where(some(cloudFunctions, ids)),
  })
}
