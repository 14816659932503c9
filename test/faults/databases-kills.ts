import { expect } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#test/support/until.ts'
import {
  customerOf,
  enginesOf,
  type Kind,
  type KnownDatabase,
  kinds,
  makeDatabasesTemplate,
  query,
  signalEngines,
  startPortal,
} from './databases-stage.ts'

export const eachKind = <T>(act: (kind: Kind) => Promise<T>): Promise<T[]> => Promise.all(kinds.map(act))

export const refusal = async (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => false,
    () => true,
  )

/** A portal with its own engines that is killed and started again, and the answers its customer received. */
export async function openKills() {
  const template = await makeDatabasesTemplate()
  const { dataDir } = template
  let portal = await startPortal(dataDir)
  const customer = customerOf(template, () => portal)
  const known = new Map<string, KnownDatabase>()
  const findDump = async (id: string) => (await customer.dumps()).find((each) => each.id === id)
  const start = async () => {
    portal = await startPortal(dataDir)
  }
  return {
    dataDir,
    customer,
    known,
    findDump,
    start,
    portal: () => portal,
    note<T extends KnownDatabase>(each: T): T {
      known.set(each.id, each)
      return each
    },
    /** Folders in which an engine’s data is being initialised. */
    draftsOf(kind: Kind): string[] {
      const folder = join(dataDir, 'engines', kind)
      return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('data.new')) : []
    },
    /** Kills the portal and starts the next one. */
    async killPortal(): Promise<void> {
      await portal.kill9()
      signalEngines(dataDir, 'SIGCONT')
      await start()
    },
    /** Checks that every acknowledged change is in rows and engines, and that each engine runs once. */
    async expectAll(): Promise<void> {
      for (const each of known.values()) {
        if (each.isDeleted) {
          await until('a dump', async () => (await findDump(each.id))?.status === 'kept')
          expect(existsSync(join(dataDir, 'database-dumps', `${each.id}.dump`))).toBe(true)
          expect((await customer.list()).map(({ id }) => id)).not.toContain(each.id)
          continue
        }
        const statement = each.rows === 0 ? 'select 0 as n' : 'select count(*) as n from kept'
        const found = await until(`an answer of ${each.kind}`, async () => {
          const database = await customer.untilActive(each.id)
          return query(database, each, statement).catch(() => null)
        })
        expect([each, Number(found[0]?.n)]).toEqual([each, each.rows])
      }
      for (const kind of kinds) expect([kind, enginesOf(dataDir, kind).length]).toEqual([kind, 1])
    },
    async close(): Promise<void> {
      await portal.stop()
      signalEngines(dataDir, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
