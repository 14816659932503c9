import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { StoreUnavailable } from '#db/errors.ts'
import type { DatabaseEngine } from '#features/engines/contract/database-engine.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { EngineUnavailable } from '#server/system/programs/engine-unavailable.ts'
import { minute } from '#shared/time.ts'
import { createDatabaseSite, type DatabaseSite } from '#test/support/backup-databases.ts'
import { hashTree, layFiles } from '#test/support/backups.ts'
import { restoreKind } from './kinds.ts'

let site: DatabaseSite
beforeEach(async () => {
  site = await createDatabaseSite()
})
afterEach(() => site.app.close())

const setLimit = async (databases: number) => {
  const { pricingPlans } = site.app.store.t
  const plans = await site.app.store.read.select().from(pricingPlans)
  await site.app.store.tx(async (tx) => {
    for (const { id, limits } of plans)
      await tx
        .update(pricingPlans)
        .set({ limits: { ...limits, databases } })
        .where(eq(pricingPlans.id, id))
  })
}
const stateOf = async (id: string) => (await site.list()).find((backup) => backup.id === id)
const restore = async (id: string) => {
  const reply = await site.restore(id)
  expect(reply.status).toBe(202)
  await site.app.work()
  return stateOf(id)
}

describe('a backup', () => {
  beforeEach(async () => {
    await setLimit(5)
    layFiles(site.root, { 'a.txt': 'one' })
  })

  test('with everything holds every database of any type, and says so', async () => {
    await site.create('shop')
    await site.create('shop', 'mysql')
    await site.write('shop', 'rows of the shop')
    const backup = await site.backUp('full')
    expect(backup).toMatchObject({ status: 'completed', reason: 'Files · 2 databases' })
    const dump = Bun.spawnSync(['unzip', '-p', site.archive(backup.id), 'databases/*'])
    expect(dump.stdout.toString()).toBe('rows of the shop')
  })
  test('with files only calls no engine', async () => {
    await site.create('shop')
    site.fakes.postgresql.knobs.isDown = true
    expect(await site.backUp('files')).toMatchObject({ status: 'completed', reason: null })
  })
  test('with databases only is refused before it starts when the service has none', async () => {
    const refused = await site.start('database')
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: 'This service has no databases to back up.' },
    ])
    expect(await site.list()).toEqual([])
    expect(await site.backUp('full')).toMatchObject({
      status: 'completed',
      reason: 'Files · no databases',
    })
  })
  test('says when a database is not included because no engine has it yet', async () => {
    site.fakes.postgresql.knobs.isDown = true
    await site.create('early')
    expect(await site.backUp('full')).toMatchObject({
      status: 'completed',
      reason: 'Files. Not included: early, which has not been created yet.',
    })
    expect(await site.backUp('database')).toMatchObject({
      status: 'failed',
      reason: 'There is nothing to back up yet: early, which has not been created yet.',
    })
  }, 300_000)
  test('says when a database type cannot be copied', async () => {
    await site.create('documents', 'mongodb')
    await site.create('shop')
    expect(await site.backUp('full')).toMatchObject({
      status: 'completed',
      reason: 'Files · 1 database. Not included: documents, which cannot be copied from MongoDB here.',
    })
  })
  test.each(['is out of reach', 'breaks off'])(
    'is never completed without a database whose engine %s',
    async (harm) => {
      await site.create('blog', 'mysql')
      await site.create('shop')
      await site.write('shop', 'rows')
      const { knobs } = site.fakes.postgresql
      if (harm === 'breaks off') knobs.breaksDumps = true
      else knobs.isDown = true
      const backup = await site.backUp('full')
      expect(backup).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^shop: /) })
      expect(readdirSync(`${site.app.dataDir}/backups`)).toEqual([])
    },
  )
  test('holds no data of another service', async () => {
    await site.create('shop')
    await site.write('shop', 'mine alone')
    const stranger = await createDatabaseSite()
    expect((await stranger.start('database')).status).toBe(409)
    await stranger.app.close()
  })
})

describe('a restore', () => {
  let id: string
  const before = 'rows as they were'
  beforeEach(async () => {
    await setLimit(3)
    layFiles(site.root, { 'a.txt': 'one' })
    await site.create('shop')
    await site.create('blog', 'mysql')
    await site.write('shop', before)
    await site.write('blog', 'posts')
    id = (await site.backUp('full')).id
    layFiles(site.root, { 'a.txt': 'changed' })
    await site.write('shop', 'changed')
    await site.write('blog', 'changed')
  })
  const isAsChanged = async () => {
    expect([await site.read('shop'), await site.read('blog')]).toEqual(['changed', 'changed'])
    expect(await Bun.file(`${site.root}/a.txt`).text()).toBe('changed')
    expect(site.leftovers()).toEqual([])
  }
  const isAsBefore = async () => {
    expect([await site.read('shop'), await site.read('blog')]).toEqual([before, 'posts'])
    expect(await Bun.file(`${site.root}/a.txt`).text()).toBe('one')
    expect(site.leftovers()).toEqual([])
    expect(readdirSync(`${site.app.dataDir}/services/${site.serviceId}`)).toEqual(['public'])
  }

  test('brings back files and databases, and its safety copy reverts that', async () => {
    const password = (await site.held('shop'))?.wanted.password
    expect(await restore(id)).toMatchObject({
      status: 'completed',
      reason: 'Files · 2 databases',
    })
    await isAsBefore()
    expect((await site.held('shop'))?.wanted.password).toBe(password ?? '')
    const safety = (await site.list()).find(({ origin }) => origin === 'safety')
    expect(safety).toMatchObject({ status: 'completed', backupType: 'full' })
    await restore(safety?.id ?? '')
    await isAsChanged()
  })
  test('with databases only leaves the files as they are', async () => {
    const only = await site.backUp('database')
    await site.write('shop', 'changed again')
    const files = hashTree(site.root)
    const listed = await site.call('GET', '/api/files')
    await restore(only.id)
    expect(await site.read('shop')).toBe('changed')
    expect(hashTree(site.root)).toBe(files)
    expect((await site.call('GET', '/api/files')).body).toEqual(listed.body)
    expect((await site.list()).find(({ origin }) => origin === 'safety')).toMatchObject({
      backupType: 'database',
    })
  })
  test.each(['full', 'database'] as const)(
    'with type %s brings back databases lost by their engine, under their passwords',
    async (type) => {
      layFiles(site.root, { 'a.txt': 'one' })
      await site.write('shop', before)
      await site.write('blog', 'posts')
      const whole = await site.backUp(type)
      const password = (await site.held('shop'))?.wanted.password
      for (const { held } of [site.fakes.postgresql, site.fakes.mysql]) held.clear()
      site.app.advance(5 * minute)
      await site.app.work()
      expect((await site.listDatabases()).map(({ status }) => status)).toEqual(['failed', 'failed'])
      await restore(whole.id)
      await isAsBefore()
      expect((await site.listDatabases()).map(({ status }) => status)).toEqual(['active', 'active'])
      expect((await site.held('shop'))?.wanted.password).toBe(password ?? '')
    },
  )
  test('with files only leaves the databases as they are', async () => {
    const only = await site.backUp('files')
    await site.write('shop', 'changed again')
    await restore(only.id)
    expect(await site.read('shop')).toBe('changed again')
  })
  test('recreates a deleted database with its old password, and keeps later ones', async () => {
    await site.remove((await site.rowOf('shop'))?.id ?? '')
    await site.create('later')
    await site.write('later', 'kept')
    await site.app.work()
    expect(await restore(id)).toMatchObject({
      status: 'completed',
      reason: expect.stringMatching(/^Files · 2 databases\. The last restore recreated shop\./),
    })
    await isAsBefore()
    expect(await site.read('later')).toBe('kept')
    expect((await site.held('shop'))?.wanted).toMatchObject({ password: 'a long password', isOpen: true })
    expect((await site.listDatabases()).find(({ dbName }) => dbName === 'shop')).toMatchObject({
      status: 'active',
      dbUser: 'shop',
    })
  })
  test('is refused when the plan has no room for a missing database', async () => {
    await site.remove((await site.rowOf('shop'))?.id ?? '')
    await site.create('one')
    await site.create('two')
    expect(await restore(id)).toMatchObject({
      status: 'completed',
      reason: expect.stringMatching(/nothing was changed: .*this plan has 3 databases/),
    })
    expect(await site.read('shop')).toBeNull()
    expect(await Bun.file(`${site.root}/a.txt`).text()).toBe('changed')
  })
  test('is refused when another database uses the user name of a missing one by now', async () => {
    await site.remove((await site.rowOf('shop'))?.id ?? '')
    const wish = { serviceId: site.serviceId, dbName: 'other', dbUser: 'shop', dbType: 'postgresql' }
    await site.call('POST', '/api/databases', { ...wish, dbPassword: 'a long password' })
    expect(await restore(id)).toMatchObject({
      reason: expect.stringMatching(/nothing was changed: .*user named shop/),
    })
  })
  test('changes nothing while an engine is down, and says why', async () => {
    site.fakes.mysql.knobs.isDown = true
    expect(await restore(id)).toMatchObject({
      status: 'completed',
      reason: expect.stringMatching(/nothing was changed: blog: MySQL does not answer/),
    })
    site.fakes.mysql.knobs.isDown = false
    site.app.advance(minute)
    await site.app.work()
    await isAsChanged()
  })
  test.each(['refuses a dump', 'refuses to put a database in'])(
    'changes neither files nor any database when an engine %s',
    async (harm) => {
      const refuse = () => Promise.reject(new EngineRefused('no'))
      const verb = harm === 'refuses a dump' ? 'load' : 'replace'
      // Fails on the second of two databases.
      const engine = site.databaseEngines.postgresql
      const whole = engine[verb]
      Object.assign(engine, { [verb]: refuse })
      // Lets a following test have the last word.
      expect(await restore(id)).toMatchObject({ reason: expect.stringMatching(/: shop: no$/) })
      Object.assign(engine, { [verb]: whole })
      site.app.advance(minute)
      await site.app.work()
      await isAsChanged()
      await restore(id)
      await isAsBefore()
    },
  )
  /** Kills the worker once, before or after this step of the second database's engine. */
  const dieAt = (verb: 'load' | 'replace' | 'remove', moment: 'before' | 'after') => {
    const engine = site.databaseEngines.postgresql
    const whole = engine[verb].bind(engine) as (...input: unknown[]) => Promise<unknown>
    const dying = async (...input: unknown[]) => {
      Object.assign(engine, { [verb]: whole } satisfies Partial<Record<keyof DatabaseEngine, unknown>>)
      if (moment === 'after') await whole(...input)
      throw new StoreUnavailable('connection')
    }
    return { arm: () => Object.assign(engine, { [verb]: dying }) }
  }
  const points = [
    ['load', 'before'],
    ['load', 'after'],
    ['replace', 'before'],
    ['replace', 'after'],
  ] as const

  test.each(points)('killed at %s, %s the step, is completed by the next attempt', async (verb, moment) => {
    dieAt(verb, moment).arm()
    await site.restore(id)
    await site.app.work().catch(() => {})
    site.app.advance(minute)
    await site.app.work()
    await isAsBefore()
    expect(await stateOf(id)).toMatchObject({ reason: 'Files · 2 databases' })
  })
  test.each(points)(
    'killed for good at %s, %s the step, leaves everything as it was',
    async (verb, moment) => {
      dieAt(verb, moment).arm()
      await site.restore(id)
      await site.app.work().catch(() => {})
      const { jobs } = site.app.store.t
      await site.app.store.tx((tx) =>
        tx.update(jobs).set({ status: 'failed' }).where(eq(jobs.kind, restoreKind)),
      )
      site.app.advance(2 * minute)
      await site.app.work()
      site.app.advance(2 * minute)
      await site.app.work()
      await isAsChanged()
      expect((await site.start()).status).toBe(201)
    },
  )
  test('continues after an engine outage during the database exchange', async () => {
    const { engine, knobs } = site.fakes.postgresql
    const target = site.databaseEngines.postgresql
    Object.assign(target, {
      replace: () => {
        knobs.isDown = true
        return Promise.reject(new EngineUnavailable('It went away.'))
      },
    })
    await site.restore(id)
    await site.app.work()
    expect((await site.start()).body).toMatchObject({ code: 'BUSY' })
    Object.assign(target, { replace: engine.replace })
    knobs.isDown = false
    site.app.advance(minute)
    await site.app.work()
    await isAsBefore()
    expect((await site.start()).status).toBe(201)
  })
  test('leaves what its engine could not drop to a later round', async () => {
    const target = site.databaseEngines.postgresql
    const { remove } = target
    Object.assign(target, { remove: () => Promise.reject(new EngineUnavailable('It went away.')) })
    expect(await restore(id)).toMatchObject({ reason: 'Files · 2 databases' })
    expect(site.leftovers()).not.toEqual([])
    Object.assign(target, { remove })
    site.app.advance(2 * minute)
    await site.app.work()
    await isAsBefore()
  })
  test('updates the sizes in the list of databases', async () => {
    await site.write('shop', 'x'.repeat(3 * 1_024 * 1_024))
    await restore(id)
    const { size } = (await site.listDatabases()).find(({ dbName }) => dbName === 'shop') ?? {}
    expect(size).toBe(0)
  })
})

describe('a test of a backup', () => {
  const monthLater = async () => {
    site.app.advance(31 * 24 * 60 * minute)
    await site.app.work()
    await site.app.work()
  }
  test('loads the dumps too, and removes them afterwards', async () => {
    await site.create('shop')
    const { id } = await site.backUp('full')
    const { calls } = site.fakes.postgresql
    calls.length = 0
    await monthLater()
    expect(calls).toContain('load')
    expect(calls).not.toContain('replace')
    expect(await stateOf(id)).toMatchObject({ verifiedAt: site.app.deps.now().toISOString() })
    expect(site.leftovers()).toEqual([])
  })
  test('loses its verified mark when an engine refuses its dump, and says why', async () => {
    await site.create('shop')
    const { id } = await site.backUp('full')
    site.fakes.postgresql.knobs.refusal = 'syntax error'
    await monthLater()
    expect(await stateOf(id)).toMatchObject({
      status: 'completed',
      verifiedAt: null,
      reason: 'A test could not restore it: shop: syntax error',
    })
  })
  test('neither creates nor counts a database that the service lacks', async () => {
    await setLimit(1)
    const { id: databaseId } = await site.create('shop')
    const { id } = await site.backUp('full')
    await site.remove(databaseId)
    await monthLater()
    expect(await stateOf(id)).toMatchObject({ verifiedAt: site.app.deps.now().toISOString() })
    expect(await site.listDatabases()).toEqual([])
    expect(existsSync(site.archive(id))).toBe(true)
  })
})

describe('the portal’s disk, with the data of its engines', () => {
  const setSize = async (sizeBytes: number) => {
    const { databases } = site.app.store.t
    await site.app.store.tx((tx) => tx.update(databases).set({ sizeBytes }))
  }
  const huge = 2 ** 50
  beforeEach(async () => {
    await setLimit(5)
    await site.create('shop')
  })

  test('must have room for the databases beside the live ones, or a restore is refused', async () => {
    const { id } = await site.backUp('full')
    await setSize(huge)
    expect(await site.restore(id)).toMatchObject({ status: 507, body: { code: 'DISK_FULL' } })
    expect(site.leftovers()).toEqual([])
    // External engines take no room here.
    Object.assign(site.databaseEngines.postgresql, { mode: 'remote' })
    const reason = 'Files · 1 database'
    expect(await restore(id)).toMatchObject({ status: 'completed', reason })
  })

  test('must have room for the backup’s contents, or nothing is changed', async () => {
    await site.write('shop', 'before')
    await setSize(huge)
    const { id } = await site.backUp('full')
    await setSize(0)
    await site.write('shop', 'after')
    const reason =
      'Not restored, nothing was changed: The disk of the portal is full. Please try again later.'
    expect(await restore(id)).toMatchObject({ status: 'completed', reason })
    expect(await site.read('shop')).toBe('after')
    expect(site.leftovers()).toEqual([])
  })
})
