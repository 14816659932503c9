import { afterEach, expect, test } from 'bun:test'
import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import { hour } from '#shared/time.ts'
import { createDatabaseApp, createTenant } from '#test/support/databases.ts'
import { createFakeEngine, onlyEngine } from '#test/support/fake-engine.ts'
import { inTier } from '#test/support/tier.ts'
import type { Database, DatabaseDump } from './contract/contract.ts'

const verbs = ['connect', 'isTaken', 'ensure', 'remove', 'measure', 'dump', 'load'] as const

let opened: Awaited<ReturnType<typeof createDatabaseApp>> | null = null
afterEach(() => opened?.app.close())

/** An engine whose portal is interrupted before or after one of its calls. */
function interruptedAt(engine: DatabaseEngine, at: number, moment: 'before' | 'after'): DatabaseEngine {
  let count = 0
  const wrapped = { ...engine } as Record<string, unknown>
  for (const verb of verbs)
    wrapped[verb] = async (...given: never[]) => {
      count += 1
      const isIt = count === at
      if (isIt && moment === 'before') throw new Error('interrupted')
      const answer = await (engine[verb] as (...given: never[]) => Promise<unknown>)(...given)
      if (isIt) throw new Error('interrupted')
      return answer
    }
  return wrapped as unknown as DatabaseEngine
}

const places = (['before', 'after'] as const).flatMap((moment) =>
  Array.from({ length: 16 }, (_, at) => [moment, at + 1] as const).filter(
    (_, at) => at % inTier({ short: 4, all: 1 }) === 0,
  ),
)

test.each(places)(
  'work interrupted %s call %d of the engine ends as if it had not been',
  async (moment, at) => {
    const { engine, held } = createFakeEngine()
    opened = await createDatabaseApp({ databaseEngines: onlyEngine(interruptedAt(engine, at, moment)) })
    const { app } = opened
    const tenant = await createTenant(opened)
    const settle = async () => {
      for (let pass = 0; pass < 3; pass += 1) {
        app.advance(hour)
        await app.work()
      }
    }
    const made = await tenant.make()
    await settle()
    const active = await tenant.find(made.id)
    expect(active).toMatchObject({ status: 'active', reason: null })
    const target = held.get(active?.connection.database ?? '')
    if (target) target.content = 'the contents'

    await tenant.call('DELETE', `/api/databases/${made.id}`)
    await settle()
    expect(held.size).toBe(0)
    const dumps = (await tenant.call('GET', '/api/databases/dumps')).body as DatabaseDump[]
    expect(dumps).toMatchObject([{ id: made.id, status: 'kept', reason: null }])

    await tenant.call('POST', `/api/databases/dumps/${made.id}/restore`)
    await settle()
    const restored = (await tenant.find(made.id)) as Database
    expect(restored).toMatchObject({ status: 'active', reason: null })
    expect(held.get(restored.connection.database)?.content).toBe('the contents')
    expect(held.size).toBe(1)
  },
)
