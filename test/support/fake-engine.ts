import type {
  Credentials,
  DatabaseEngine,
  DatabaseEngines,
  DesiredDatabase,
  EngineNames,
} from '#features/engines/contract/database-engine.ts'
import { type DatabaseType, typeNames } from '#features/engines/contract/kinds.ts'
import { createOffEngine } from '#features/engines/drivers/off-engine.ts'
import { EngineRefused, PasswordRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'

type Held = { wanted: DesiredDatabase; content: string }

/** The behaviour of a fake engine; a test changes it. */
type Knobs = {
  isDown: boolean
  /** Before each verb. */
  delayMs: number
  /** The error message of `ensure` and `load`. */
  refusal: string | null
  /** The result of `load`. */
  notes: string[]
  /** The dump ends with an error after its first bytes. */
  breaksDumps: boolean
  remoteAccessProblem: string | null
}

/** An engine in memory: the content of a database is one text, which is also its dump. */
export function createFakeEngine(type: DatabaseType = 'postgresql') {
  const held = new Map<string, Held>()
  const foreign = new Set<string>()
  const calls: string[] = []
  const knobs: Knobs = {
    isDown: false,
    delayMs: 0,
    refusal: null,
    notes: [],
    breaksDumps: false,
    remoteAccessProblem: null,
  }
  const begin = async (verb: string) => {
    calls.push(verb)
    if (knobs.delayMs > 0) await Bun.sleep(knobs.delayMs)
    if (knobs.isDown) throw new EngineUnavailable(`${typeNames[type]} does not answer.`)
  }
  const find = ({ database }: EngineNames): Held => {
    const found = held.get(database)
    if (!found) throw new EngineRefused(`database "${database}" does not exist`)
    return found
  }
  const admit = ({ password, ...names }: Credentials): Held => {
    const found = find(names)
    const { isOpen, user, password: right } = found.wanted
    if (!isOpen || user !== names.user) throw new EngineRefused('connection refused')
    if (right !== password) throw new PasswordRefused('password authentication failed')
    return found
  }
  const engine: DatabaseEngine = {
    name: 'fake',
    mode: 'embedded',
    type,
    advice: null,
    get remoteAccessProblem() {
      return knobs.remoteAccessProblem
    },
    check: async () => ({ isHealthy: !knobs.isDown, version: '1', message: null }),
    async connect() {
      await begin('connect')
      return { host: '127.0.0.1', port: 5432 }
    },
    async isTaken({ database, user }) {
      await begin('isTaken')
      const users = [...held.values()].map(({ wanted }) => wanted.user)
      return held.has(database) || foreign.has(database) || foreign.has(user) || users.includes(user)
    },
    async ensure(wanted) {
      await begin('ensure')
      if (knobs.refusal !== null) throw new EngineRefused(knobs.refusal)
      held.set(wanted.database, { wanted, content: held.get(wanted.database)?.content ?? '' })
    },
    async remove({ database }) {
      await begin('remove')
      held.delete(database)
    },
    async measure(names) {
      await begin('measure')
      const known = names.flatMap((name) => {
        const found = held.get(name)
        return found ? [[name, { bytes: found.content.length, connections: 1 }] as const] : []
      })
      return new Map(known)
    },
    readSlow: async () => null,
    async dump(names) {
      await begin('dump')
      const bytes = Buffer.from(find(names).content)
      const { breaksDumps } = knobs
      const content = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(breaksDumps ? bytes.subarray(0, 1) : bytes)
          if (!breaksDumps) controller.close()
        },
        async pull(controller) {
          // Earlier writes have been sent by now.
          await Bun.sleep(50)
          controller.error(new EngineUnavailable('The connection broke.'))
        },
      })
      return { tool: { name: 'fake', version: null }, content }
    },
    async load(credentials, content) {
      await begin('load')
      const target = admit(credentials)
      const bytes = new Uint8Array(await new Response(content).arrayBuffer())
      if (knobs.refusal !== null) throw new EngineRefused(knobs.refusal, 7)
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
      target.content = Buffer.from(isGzip ? Bun.gunzipSync(bytes) : bytes).toString()
      return knobs.notes
    },
    async replace({ live, by, aside }) {
      await begin('replace')
      const coming = held.get(by.database)
      if (!coming) return
      const going = find(live)
      held.set(aside, { ...going, wanted: { ...going.wanted, database: aside } })
      held.set(live.database, { ...going, content: coming.content })
      held.delete(by.database)
    },
  }
  return { engine, held, foreign, calls, knobs }
}

/** The engines of a test portal: only the given one. */
export const onlyEngine = (engine: DatabaseEngine): DatabaseEngines => {
  const off = (type: DatabaseType) => createOffEngine(type, { advice: `Set up ${typeNames[type]}.` })
  return {
    postgresql: off('postgresql'),
    mysql: off('mysql'),
    mongodb: off('mongodb'),
    [engine.type]: engine,
  }
}
