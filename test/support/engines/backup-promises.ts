import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { StoreUnavailable } from '#db/errors.ts'
import { credentialsOf } from '#features/databases/rows/database-rows.ts'
import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { minute } from '#shared/time.ts'
import type { SharedEngine } from '#test/support/engines/shared-engines.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { createSite, layFiles } from '../backups.ts'
import { onlyEngine } from '../fake-engine.ts'
import { contentsOf, runAll } from './fixtures.ts'

/** Backups and restores of databases in a real engine. */
export function carriesBackups(name: string, start: () => Promise<SharedEngine>): void {
  describe(`backups of databases in ${name}`, () => {
    let world: SharedEngine
    let engine: DatabaseEngine
    let app: TestApp
    let site: Awaited<ReturnType<typeof createSite>>
    beforeAll(async () => {
      world = await start()
      engine = world.engine
      app = await createTestApp({ databaseEngines: onlyEngine(engine) })
    })
    afterAll(async () => {
      await app?.close()
    })

    const rowOf = async (dbName: string) => {
      const { databases: d } = app.store.t
      const isIt = and(eq(d.serviceId, site.serviceId), eq(d.dbName, dbName))
      const [row] = await app.store.read.select().from(d).where(isIt)
      if (!row) throw new Error('there is no such database')
      return row
    }
    const mine = async (dbName: string) => credentialsOf(app.deps, await rowOf(dbName))
    const contents = async (dbName: string) => contentsOf(world.sql, await mine(dbName))
    const run = async (dbName: string, sql: string) => runAll(world.sql, await mine(dbName), sql)
    const create = async (dbName: string) => {
      const names = { dbName, dbUser: dbName, dbType: world.engine.type }
      const wish = { serviceId: site.serviceId, ...names, dbPassword: 'a long password' }
      expect((await site.call('POST', '/api/databases', wish)).body).toMatchObject({ status: 'active' })
    }
    /** A service with a file and two databases, fully backed up and changed since. */
    const prepare = async () => {
      site = await createSite(app)
      const { pricingPlans } = app.store.t
      for (const { id, limits } of await app.store.read.select().from(pricingPlans))
        await app.store.tx((tx) =>
          tx
            .update(pricingPlans)
            .set({ limits: { ...limits, databases: 3 } })
            .where(eq(pricingPlans.id, id)),
        )
      layFiles(site.root, { 'a.txt': 'one' })
      await create('shop')
      await create('wide')
      await run('shop', world.dialect.small)
      await run('wide', world.dialect.schema)
      const before = { shop: await contents('shop'), wide: await contents('wide') }
      const backup = await site.backUp('full')
      expect(backup).toMatchObject({ status: 'completed', reason: 'Files · 2 databases' })
      layFiles(site.root, { 'a.txt': 'changed' })
      await run('shop', world.dialect.useSmall)
      await run('wide', world.dialect.useSchema)
      await run('shop', 'create table came_later (a int)')
      return {
        id: backup.id,
        before,
        changed: { shop: await contents('shop'), wide: await contents('wide') },
      }
    }
    const now = async () => ({ shop: await contents('shop'), wide: await contents('wide') })
    const names = async () => {
      const { databaseCopies } = app.store.t
      return app.store.read.$count(databaseCopies)
    }

    test('restore every table, view and routine, and the safety copy restores the state before', async () => {
      const { id, before, changed } = await prepare()
      await site.restore(id)
      await app.work()
      expect(await now()).toEqual(before)
      await run('shop', world.dialect.useSmall)
      await run('wide', world.dialect.useSchema)
      expect(await names()).toBe(0)
      const safety = (await site.list()).find(({ origin }) => origin === 'safety')
      await site.restore(safety?.id ?? '')
      await app.work()
      expect(await now()).toEqual(changed)
      expect(await Bun.file(`${site.root}/a.txt`).text()).toBe('changed')
    }, 300_000)

    test('recreate a deleted database, which accepts the same password', async () => {
      const { id, before } = await prepare()
      const { id: databaseId } = await rowOf('shop')
      expect((await site.call('DELETE', `/api/databases/${databaseId}`)).status).toBe(200)
      await app.work()
      await site.restore(id)
      await app.work()
      expect((await mine('shop')).password).toBe('a long password')
      expect(await now()).toEqual(before)
      await run('shop', world.dialect.useSmall)
    }, 300_000)

    test('change nothing when the second database cannot be swapped in, and are restored when it can', async () => {
      const { id, before, changed } = await prepare()
      let count = 0
      const replace: DatabaseEngine['replace'] = (step) => {
        count += 1
        return count === 2 ? Promise.reject(new EngineRefused('no')) : world.engine.replace(step)
      }
      app.deps.databaseEngines = onlyEngine({ ...world.engine, replace })
      await site.restore(id)
      await app.work()
      expect(count).toBeGreaterThan(2)
      expect(await now()).toEqual(changed)
      expect(await Bun.file(`${site.root}/a.txt`).text()).toBe('changed')
      for (const name of ['shop', 'wide']) await run(name, 'create table after_that (a int)')
      app.deps.databaseEngines = onlyEngine(engine)
      await site.restore(id)
      await app.work()
      expect(await now()).toEqual(before)
      expect(await names()).toBe(0)
    }, 300_000)

    test('are restored by the next worker when one dies between databases', async () => {
      const { id, before } = await prepare()
      let count = 0
      const replace: DatabaseEngine['replace'] = async (step) => {
        count += 1
        await world.engine.replace(step)
        if (count === 2) throw new StoreUnavailable('connection')
      }
      app.deps.databaseEngines = onlyEngine({ ...world.engine, replace })
      await site.restore(id)
      await app.work().catch(() => {})
      app.deps.databaseEngines = onlyEngine(engine)
      app.advance(minute)
      await app.work()
      expect(await now()).toEqual(before)
      expect(await names()).toBe(0)
    }, 300_000)
  })
}
