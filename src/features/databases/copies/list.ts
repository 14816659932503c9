import { and, asc, eq } from 'drizzle-orm'
import type {
  DatabaseCopy,
  ListedDatabase,
  NamedDatabase,
  OwnedService,
} from '#features/backups/drivers/service-databases.ts'
import { typeNames } from '#features/engines/contract/kinds.ts'
import type { JobContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'
import { type DatabaseRow, namesOf } from '../rows/database-rows.ts'
import { asDomainError, domainErrorOf, engineOf } from './refusals.ts'

/** The databases of a service, ordered by type and name. */
export function readAll({ store }: Pick<JobContext, 'store'>, service: OwnedService): Promise<DatabaseRow[]> {
  const { databases: d } = store.t
  return store.read
    .select()
    .from(d)
    .where(and(eq(d.userId, service.userId), eq(d.serviceId, service.serviceId)))
    .orderBy(asc(d.dbType), asc(d.dbName))
}

/** The service's database of this name. */
export async function readNamed(
  ctx: JobContext,
  service: OwnedService,
  named: Pick<NamedDatabase, 'type' | 'database'>,
): Promise<DatabaseRow | undefined> {
  const all = await readAll(ctx, service)
  return all.find(({ dbType, dbName }) => dbType === named.type && dbName === named.database)
}

function absenceOf(
  { databaseEngines }: Pick<JobContext, 'databaseEngines'>,
  { dbType, appliedRevision }: DatabaseRow,
): string | null {
  if (appliedRevision === 0) return 'which has not been created yet'
  return dbType === 'mongodb' && !databaseEngines.mongodb.sql
    ? `which cannot be copied from ${typeNames.mongodb} here`
    : null
}

export async function listDatabases(
  ctx: Pick<JobContext, 'store' | 'databaseEngines'>,
  service: OwnedService,
): Promise<ListedDatabase[]> {
  const all = await readAll(ctx, service)
  return all.map((row) => ({
    type: row.dbType,
    database: row.dbName,
    user: row.dbUser,
    databaseBytes: row.sizeBytes,
    absence: absenceOf(ctx, row),
  }))
}

/** A dump created while it is read. @throws DomainError, also while reading */
export async function dumpDatabase(
  ctx: JobContext,
  service: OwnedService,
  named: NamedDatabase,
): Promise<DatabaseCopy> {
  const row = await readNamed(ctx, service, named)
  if (!row) throw notFound(`The database ${named.database}`)
  const engine = engineOf(ctx, row.dbType)
  const { tool, content } = await asDomainError(ctx, row, async () => {
    await engine.connect()
    return engine.dump(namesOf(row), ctx.databaseWork.ending)
  })
  async function* pieces() {
    try {
      yield* content
    } catch (error) {
      throw domainErrorOf(ctx, row as DatabaseRow, error)
    }
  }
  return { tool, content: pieces() }
}
