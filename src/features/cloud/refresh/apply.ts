import { and, eq, inArray } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import type { ProviderRow } from '#features/cloud-accounts/accounts/account.ts'
import type { CloudSnapshot } from '#features/cloud-accounts/drivers/driver.ts'
import type { StoredResources } from '#features/cloud-accounts/refresh/refresh.ts'
import type { Refreshed, Row, TableName } from '../entities/entity.ts'
import { asRows, insertRows, type OwnTable, tableOf } from '../entities/own-table.ts'
import { entitiesWith } from '../entities/server.ts'
import { type Difference, differenceOf, isEmpty } from './difference.ts'

const batch = 100

type RefreshedEntity = {
  table: TableName
  refreshed: Refreshed<TableName, Exclude<keyof CloudSnapshot, 'notes'>>
}
const refreshedEntities: readonly RefreshedEntity[] = entitiesWith('refreshed')

type Remote = CloudSnapshot[RefreshedEntity['refreshed']['list']][number]
type Values = Partial<Row<TableName>>
/** The stored rows of an account, by refreshed entity. */
type Stored = { entity: RefreshedEntity; rows: Row<TableName>[] }[]
type Changes = { entity: RefreshedEntity; difference: Difference<Values> }[]

const isOf = ({ id, userId }: ProviderRow, table: OwnTable) =>
  and(eq(table.userId, userId), eq(table.providerId, id))

async function readRows({ t, read }: Source, provider: ProviderRow): Promise<Stored> {
  const stored: Stored = []
  for (const entity of refreshedEntities) {
    const table = tableOf(t, entity.table)
    const rows = await read.select().from<OwnTable>(table).where(isOf(provider, table))
    stored.push({ entity, rows: asRows(rows) })
  }
  return stored
}

/** The changes that sync the stored rows with the provider's lists. */
const compare = (stored: Stored, snapshot: CloudSnapshot, now: Date): Changes =>
  stored.map(({ entity, rows }) => {
    const { refreshed } = entity
    const difference = differenceOf<Row<TableName>, Remote, Values>({
      rows,
      remotes: snapshot[refreshed.list],
      keyOf: (item) => refreshed.keyOf(item),
      values: (remote, row) => refreshed.values(remote, row, now),
    })
    return { entity, difference }
  })

const isUnchanged = (changes: Changes): boolean => changes.every(({ difference }) => isEmpty(difference))

const isUnderWay = (snapshot: CloudSnapshot, stored: Stored): boolean =>
  stored.some(({ entity: { refreshed }, rows }) =>
    [...snapshot[refreshed.list], ...rows].some((item) => refreshed.isUnderWay?.(item)),
  )

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

async function writeChanges(tx: Tx, provider: ProviderRow, changes: Changes, now: Date): Promise<void> {
  for (const { entity, difference } of changes) {
    const table = tableOf(tx.t, entity.table)
    const isIts = isOf(provider, table)
    for (const ids of batchesOf(difference.remove))
      await tx.delete(table).where(and(isIts, inArray(table.id, ids)))
    for (const { id, values } of difference.update) {
      // A row that awaits an action keeps the time of its request.
      const change = entity.refreshed.isAwaited?.(values) ? values : { ...values, updatedAt: now }
      await tx
        .update(table)
        .set(change)
        .where(and(isIts, eq(table.id, id)))
    }
    for (const added of batchesOf(difference.insert))
      await insertRows(
        tx,
        table,
        added.map((values) => ({ ...values, ...newRow(provider, now) })),
      )
  }
}

/** The stored resources of an account, for comparing and syncing with its provider's lists. */
export async function readStored(source: Source, provider: ProviderRow): Promise<StoredResources> {
  const stored = await readRows(source, provider)
  return {
    differFrom: (snapshot, now) => !isUnchanged(compare(stored, snapshot, now)),
    areUnderWay: (snapshot) => isUnderWay(snapshot, stored),
    write: (tx, snapshot, now) => writeChanges(tx, provider, compare(stored, snapshot, now), now),
  }
}
