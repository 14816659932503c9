import { and, asc, eq } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import type { CopyRun } from '#features/backups/drivers/service-databases.ts'
import type { Credentials, EngineNames, Replacement } from '#features/engines/contract/database-engine.ts'
import type { JobContext } from '#server/context.ts'
import { type DatabaseRow, namesOf } from '../rows/database-rows.ts'
import { randomPassword } from '../rows/random-password.ts'

export type CopyRow = Store['t']['databaseCopies']['$inferSelect']

type CopyKey = Pick<CopyRow, 'userId' | 'id'>

const passwordContext = (id: string): string => `database_copies:db_password:${id}`

const isCopy = ({ databaseCopies: c }: Store['t'], { userId, id }: CopyKey) =>
  and(eq(c.userId, userId), eq(c.id, id))

// The last 80 bits of an id are random. Customer databases never have such names: theirs begin with seven letters and digits.
const tailOf = ({ id }: CopyKey): string => id.replaceAll('-', '').slice(12)

/** Engine names of the copy and the user that loads it. */
export const copyNames = (copy: CopyKey): EngineNames => ({
  database: `tmp_${tailOf(copy)}`,
  user: `tmp_${tailOf(copy)}`,
})

/** Engine names of the database that the copy replaced, with the user of the copy. */
export const asideNames = (copy: CopyKey): EngineNames => ({
  ...copyNames(copy),
  database: `old_${tailOf(copy)}`,
})

export const stepOf = (row: DatabaseRow, copy: CopyRow): Replacement => ({
  live: namesOf(row),
  by: copyNames(copy),
  aside: asideNames(copy).database,
})

export const stepBackOf = (row: DatabaseRow, copy: CopyRow): Replacement => ({
  live: namesOf(row),
  by: asideNames(copy),
  aside: copyNames(copy).database,
})

export const copyCredentials = ({ secrets }: JobContext, copy: CopyRow): Credentials => ({
  ...copyNames(copy),
  password: secrets.open(copy.dbPassword, passwordContext(copy.id)),
})

/** The copies of a run in staging order. */
export function listCopies({ store }: JobContext, { userId, runId }: CopyRun): Promise<CopyRow[]> {
  const { databaseCopies: c } = store.t
  return store.read
    .select()
    .from(c)
    .where(and(eq(c.userId, userId), eq(c.runId, runId)))
    .orderBy(asc(c.id))
}

type NewCopy = Pick<CopyRow, 'userId' | 'serviceId' | 'runId' | 'dbName' | 'dbType' | 'dbUser'>

/** Records the copy first, so that its remains in the engine are found after a crash. */
export async function insertCopy({ store, secrets, now }: JobContext, copy: NewCopy): Promise<CopyRow> {
  const id = Bun.randomUUIDv7()
  const password = randomPassword()
  const dbPassword = secrets.seal(password, passwordContext(id))
  const values = { ...copy, id, dbPassword, createdAt: now() }
  const [row] = await store.tx((tx) => tx.insert(tx.t.databaseCopies).values(values).returning())
  if (!row) throw new Error('the copy was not stored')
  return row
}

export async function setCopy(
  { store }: JobContext,
  copy: CopyKey,
  values: Partial<Pick<CopyRow, 'status' | 'madeId'>>,
): Promise<void> {
  await store.tx((tx) => tx.update(tx.t.databaseCopies).set(values).where(isCopy(tx.t, copy)))
}

export async function forgetCopy({ store }: JobContext, copy: CopyKey): Promise<void> {
  await store.tx((tx) => tx.delete(tx.t.databaseCopies).where(isCopy(tx.t, copy)))
}
