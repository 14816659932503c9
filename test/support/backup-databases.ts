import { and, eq } from 'drizzle-orm'
import type { Database } from '#features/databases/contract/contract.ts'
import type { DatabaseEngines } from '#features/engines/contract/database-engine.ts'
import { createTestApp } from './app.ts'
import { createSite } from './backups.ts'
import { createFakeEngine } from './fake-engine.ts'

/** A portal whose PostgreSQL and MySQL are in memory, with a customer and their databases. */
export async function createDatabaseSite() {
  const fakes = { postgresql: createFakeEngine('postgresql'), mysql: createFakeEngine('mysql') }
  const mongo = createFakeEngine('mongodb')
  const databaseEngines: DatabaseEngines = {
    postgresql: { ...fakes.postgresql.engine },
    mysql: { ...fakes.mysql.engine },
    mongodb: mongo.engine,
  }
  const app = await createTestApp({ databaseEngines })
  const site = await createSite(app)
  const create = async (dbName: string, dbType = 'postgresql') => {
    const wish = { serviceId: site.serviceId, dbName, dbUser: dbName, dbType, dbPassword: 'a long password' }
    const { status, text, body } = await site.call('POST', '/api/databases', wish)
    if (status !== 201) throw new Error(`the database was refused: ${text}`)
    return body as Database
  }
  const list = async () => (await site.call('GET', '/api/databases')).body as Database[]
  const remove = (id: string) => site.call('DELETE', `/api/databases/${id}`)
  const rowOf = async (dbName: string) => {
    const { databases: d } = app.store.t
    const [row] = await app.store.read
      .select()
      .from(d)
      .where(and(eq(d.serviceId, site.serviceId), eq(d.dbName, dbName)))
    return row
  }
  /** The engine's content of a customer's database. */
  const held = async (dbName: string) => {
    const row = await rowOf(dbName)
    if (!row || row.dbType === 'mongodb') return null
    return fakes[row.dbType].held.get(row.networkName) ?? null
  }
  const write = async (dbName: string, content: string) => {
    const found = await held(dbName)
    if (!found) throw new Error('there is no such database')
    found.content = content
  }
  const read = async (dbName: string) => (await held(dbName))?.content ?? null
  /** Databases in an engine that belong to no customer. */
  const leftovers = () =>
    [...fakes.postgresql.held.keys(), ...fakes.mysql.held.keys()].filter((name) => /^(tmp|old)_/.test(name))
  return {
    ...site,
    app,
    fakes,
    databaseEngines,
    create,
    listDatabases: list,
    remove,
    rowOf,
    held,
    write,
    read,
    leftovers,
  }
}

export type DatabaseSite = Awaited<ReturnType<typeof createDatabaseSite>>
