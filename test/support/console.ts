import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import { createOffEngine } from '#features/engines/drivers/off-engine.ts'
import { insertActiveService } from './active-service.ts'
import { createTestApp, type RequestOptions } from './app.ts'

const off = {
  mysql: createOffEngine('mysql', { advice: 'Install it.' }),
  postgresql: createOffEngine('postgresql', { advice: 'Install it.' }),
  mongodb: createOffEngine('mongodb', { advice: 'Install it.' }),
}

type Cell = string | null
export type Result = {
  command: string
  columns: { name: string; type: string }[]
  rows: Cell[][]
  affected: number | null
  isCut: boolean
}
type Options = Omit<RequestOptions, 'cookie'> & { method?: string }

/** A portal with one database in an engine, and its owner. The caller stops the engine. */
export async function openConsole(engine: DatabaseEngine) {
  const kept = { ...engine, stop: async () => {} }
  const app = await createTestApp({ databaseEngines: { ...off, [engine.type]: kept } })
  const owner = await app.addCustomer()
  const serviceId = await insertActiveService(app, owner.id, 'Business')
  const json = { serviceId, dbName: 'shop', dbUser: 'shop', dbPassword: 'a long secret', dbType: engine.type }
  const made = await app.request('/api/databases', { cookie: owner.cookie, json })
  if (made.status !== 201) throw new Error(`${made.status}: ${made.text} ${app.logged.join()}`)
  await app.work()
  const { id, connection } = made.body as { id: string; connection: { database: string } }
  const call = (path: string, options: Options = {}, { cookie }: { cookie?: string | undefined } = owner) =>
    app.request(`/api/databases/${id}/${path}`, { cookie, ...options })
  return {
    app,
    owner,
    id,
    serviceId,
    /** The schema of tables when a statement names none. */
    schema: engine.type === 'postgresql' ? 'public' : connection.database,
    call,
    /** Runs statements that must succeed. */
    async run(sql: string): Promise<Result[]> {
      const answer = await call('query', { json: { sql } })
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`)
      return (answer.body as { results: Result[] }).results
    },
  }
}

export type ConsoleWorld = Awaited<ReturnType<typeof openConsole>>
