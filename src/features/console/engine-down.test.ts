import { afterAll, beforeAll, expect, test } from 'bun:test'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { type ConsoleWorld, openConsole } from '#test/support/console.ts'
import { createFakeEngine } from '#test/support/fake-engine.ts'

const silence = 'PostgreSQL does not answer.'
const unanswered = async (): Promise<never> => {
  throw new EngineUnavailable(silence)
}

let world: ConsoleWorld
beforeAll(async () => {
  const { engine } = createFakeEngine()
  const sql = {
    open: unanswered,
    quoteName: (name: string) => `"${name}"`,
    placeholder: (index: number) => `$${index}`,
    readTables: unanswered,
    explain: unanswered,
  }
  world = await openConsole({ ...engine, sql })
})
afterAll(() => world.app.close())

const place = 'schema=public&table=items'
const calls: [path: string, options: Parameters<ConsoleWorld['call']>[1]][] = [
  ['query', { json: { sql: 'select 1' } }],
  ['explain', { json: { sql: 'select 1' } }],
  ['schema', {}],
  [`rows?${place}`, {}],
  ['rows', { json: { schema: 'public', table: 'items', values: { id: '1' } } }],
]

test.each(calls)(
  'while its engine is down, %s of a console is a retryable 503 with the engine’s message',
  async (path, options) => {
    const answer = await world.call(path, options)
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', message: silence } })
    expect(answer.headers.get('retry-after')).not.toBeNull()
  },
)
