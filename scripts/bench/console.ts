/** Queries of the console beside the bare driver, and new databases beside the engine alone: one PostgreSQL, one process. */
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { insertActiveService } from '../../test/support/active-service.ts'
import { openConsole } from '../../test/support/console.ts'
import { openPostgresEngine } from '../../test/support/engines/postgresql.ts'

const rounds = Number(process.argv[2] ?? 5)
const queries = 40
const many = 50
/** What a service of the plan Business may have. */
const perService = 10
const fewAlone = 5
const password = 'a long secret'

const { engine, folder } = openPostgresEngine({})
const { host, port } = await engine.connect()
const world = await openConsole(engine)

type Way = () => Promise<unknown>

/** Milliseconds of one call, the best of the rounds; all ways take their turns. */
async function compare(ways: Record<string, Way>): Promise<Record<string, number>> {
  const best: Record<string, number> = {}
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, way] of Object.entries(ways)) {
      const began = performance.now()
      for (let left = queries; left > 0; left -= 1) await way()
      const each = (performance.now() - began) / queries
      // The first round is for warming up.
      if (round > 0) best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, each)
    }
  return best
}

function print(title: string, times: Record<string, number>): void {
  console.log(title)
  const [base = 1] = Object.values(times)
  for (const [name, ms] of Object.entries(times))
    console.log(`  ${name.padEnd(42)} ${ms.toFixed(2)} ms  ${Number((ms / base).toPrecision(2))}`)
}

async function compareQueries(title: string, sql: string): Promise<void> {
  const { body } = await world.app.request('/api/databases', { cookie: world.owner.cookie })
  const [database] = body as { connection: { database: string; username: string } }[]
  if (!database) throw new Error('there is no database')
  const { username: user } = database.connection
  const target = { host, port, user, password, database: database.connection.database }
  const kept = new Client(target)
  await kept.connect()
  const times = await compare({
    'pg, a connection for each': async () => {
      const client = new Client(target)
      await client.connect()
      await client.query({ text: sql, rowMode: 'array' })
      await client.end()
    },
    'pg, one connection': () => kept.query({ text: sql, rowMode: 'array' }),
    'the console, with history and audit': () => world.run(sql),
  })
  await kept.end()
  print(title, times)
}

const timeOf = async (work: Way): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Milliseconds of one of a few, one after the other. */
const meanOf = async (way: Way): Promise<number> =>
  (await timeOf(async () => {
    for (let left = fewAlone; left > 0; left -= 1) await way()
  })) / fewAlone

let made = 0
const newName = () => {
  made += 1
  return `bench_${made}`
}

/** A database of the engine alone, as the portal has it made. */
function makeBare(): Promise<void> {
  const name = newName()
  return engine.ensure({ database: name, user: name, password, isOpen: true, allow: [] })
}

async function make({ cookie, serviceId }: { cookie: string; serviceId: string }): Promise<void> {
  const name = newName()
  const json = { serviceId, dbName: name, dbUser: name, dbPassword: password, dbType: engine.type }
  const { status, text } = await world.app.request('/api/databases', { cookie, json })
  if (status !== 201) throw new Error(`${status}: ${text}`)
}

async function compareCreation(): Promise<void> {
  const places = await Promise.all(
    Array.from({ length: many / perService + 1 }, async () => {
      const { id, cookie } = await world.app.addCustomer()
      return { cookie, serviceId: await insertActiveService(world.app, id, 'Business') }
    }),
  )
  const [first, ...others] = places
  if (!first) throw new Error('there is no service')
  const eachOf = (count: number) => Array.from({ length: count })
  await makeBare()
  const one = {
    'the engine alone': await meanOf(makeBare),
    'a call': await meanOf(() => make(first)),
  }
  const all = {
    'the engine alone': await timeOf(() => Promise.all(eachOf(many).map(makeBare))),
    'calls at the same time, until all are active': await timeOf(async () => {
      await Promise.all(others.flatMap((place) => eachOf(perService).map(() => make(place))))
      await Promise.all(others.map(waitForAll))
    }),
  }
  print('one new database', one)
  print(`${many} new databases at once`, all)
  const perCall = Object.values(all)[1] ?? 0
  console.log(`  each of them takes ${(perCall / many / one['a call']).toFixed(2)} of what one alone takes`)
}

async function waitForAll({ cookie }: { cookie: string }): Promise<void> {
  for (;;) {
    const { body } = await world.app.request('/api/databases', { cookie })
    if ((body as { status: string }[]).every(({ status }) => status === 'active')) return
    await world.app.work()
  }
}

try {
  await compareQueries('a query of one value', 'select 1')
  await compareQueries('a query of 1,000 rows', 'select n, md5(n::text) from generate_series(1, 1000) n')
  await compareCreation()
} finally {
  await world.app.close()
  await engine.stop?.()
  rmSync(folder, { recursive: true, force: true })
}
