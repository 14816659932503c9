import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { after, day, minute } from '#shared/time.ts'
import { addUser, moment } from '#test/support/rows.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { engineOf } from '../engine.ts'
import { migrate } from '../migrations/migrate.ts'
import { openStore } from '../store.ts'
import { appendAudit } from './audit.ts'
import { type ChainHead, genesis, keyedHash, plainHash, readHead, sealAudit } from './seal.ts'
import { sealAllowanceMs, verifyAudit } from './verify.ts'

let home: TestStore
beforeEach(async () => {
  home = await createTestStore()
})
afterEach(() => home.close())

const key = Buffer.alloc(32, 9)
const append = (action: string, at = moment) =>
  home.store.tx((tx) =>
    appendAudit(tx, {
      at,
      actorId: null,
      actorEmail: 'admin@example.com',
      action,
      targetType: 'order',
      targetId: 'o1',
      details: { z: 1, a: [{ y: 2, b: null }] },
    }),
  )

const seal = (now = moment) => sealAudit(home.store, { now, key })
const verify = (known: ChainHead[] = [], now = moment) => verifyAudit(home.store, { now, key, known })
const problemOf = async (...given: Parameters<typeof verify>) => {
  const verdict = await verify(...given)
  return verdict.ok ? '' : verdict.problem
}
const headOf = async () => {
  const head = await readHead(home.store)
  if (!head) throw new Error('nothing is sealed')
  return head
}

/** Plain SQL with the triggers disabled, as an intruder with the file would do it. */
const tamper = (...sql: string[]) => {
  const { alter, dialect } = engineOf(home.store)
  const off =
    dialect === 'sqlite'
      ? ['audit_log', 'audit_seals'].flatMap((table) =>
          ['update', 'delete', 'replace'].map((verb) => `drop trigger if exists ${table}_no_${verb}`),
        )
      : ['alter table audit_log disable trigger all', 'alter table audit_seals disable trigger all']
  return alter(async (run) => {
    for (const statement of [...off, ...sql]) await run(statement)
  })
}

test('neither entries nor seals can be changed or removed', async () => {
  await append('order.create')
  await seal()
  const { auditLog, auditSeals } = home.store.t
  for (const table of [auditLog, auditSeals])
    await expect(home.store.tx((tx) => tx.delete(table))).rejects.toThrow()
  await expect(home.store.tx((tx) => tx.update(auditLog).set({ action: 'x' }))).rejects.toThrow()
  await expect(home.store.tx((tx) => tx.update(auditSeals).set({ hash: 'x' }))).rejects.toThrow()
  expect(await home.store.read.$count(auditLog)).toBe(1)
})

test('an entry cannot be replaced under its own id, whatever the settings of the connection', async () => {
  await append('order.create')
  await seal()
  const { alter, dialect } = engineOf(home.store)
  const replacing = {
    sqlite: [
      "insert or replace into audit_log (id, at, action, target_type) select id, at, 'forged', target_type from audit_log",
      "insert or replace into audit_seals select number, row_ids, row_count, previous_hash, 'forged', sealed_at from audit_seals",
    ],
    postgres: [
      "insert into audit_log (id, at, action, target_type) select id, at, action, target_type from audit_log on conflict (id) do update set action = 'forged'",
      "insert into audit_seals select * from audit_seals on conflict (number) do update set hash = 'forged'",
    ],
  }
  for (const setting of dialect === 'sqlite' ? ['on', 'off'] : [null]) {
    for (const sql of replacing[dialect]) {
      const replaced = alter(async (run) => {
        if (setting) await run(`pragma recursive_triggers = ${setting}`)
        await run(sql)
      })
      await expect(replaced).rejects.toThrow('append-only')
    }
  }
  expect(await verify()).toMatchObject({ ok: true, entries: 1 })
})

test.each([
  ['dropped', ['drop trigger audit_log_no_delete'], ['drop trigger audit_log_append_only on audit_log']],
  [
    'recreated without effect',
    [
      'drop trigger audit_log_no_delete',
      'create trigger audit_log_no_delete before delete on audit_log begin select 1; end',
    ],
    [
      'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return null; end $$',
    ],
  ],
  ['disabled', [], ['alter table audit_log disable trigger audit_log_append_only']],
])('a guard that was %s is restored by the next start', async (_, sqlite, postgres) => {
  await append('order.create')
  const { alter, dialect } = engineOf(home.store)
  await alter(async (run) => {
    for (const sql of { sqlite, postgres }[dialect]) await run(sql)
  })
  const started = await openStore(home.settings)
  expect(await migrate(started)).toEqual({ applied: 0 })
  await expect(started.tx((tx) => tx.delete(tx.t.auditLog))).rejects.toThrow()
  await started.close()
})

test('a start that finds the guards in place takes no lock', async () => {
  const alter = spyOn(engineOf(home.store), 'alter')
  await migrate(home.store)
  expect(alter).not.toHaveBeenCalled()
})

test('seals chain the entries batch by batch, and the last one is the head', async () => {
  expect(await seal()).toBe(0)
  await append('order.create')
  await append('order.approve')
  expect(await seal()).toBe(2)
  await append('service.activate')
  expect(await seal()).toBe(1)
  expect(await seal()).toBe(0)
  expect(await verify()).toEqual({ ok: true, entries: 3, seals: 2, head: await headOf() })
})

test('entries that await their seal are no problem', async () => {
  await append('order.create')
  await seal()
  await append('order.approve')
  expect(await verify()).toMatchObject({ ok: true, entries: 1, seals: 1 })
})

test('an entry that waits longer than sealing ever takes is a problem', async () => {
  await append('order.create')
  expect(await problemOf([], after(moment, sealAllowanceMs))).toBe('')
  expect(await problemOf([], after(moment, sealAllowanceMs + 1))).toContain('has waited for its seal')
})

test('a clock that was set back is no problem', async () => {
  await append('order.create', after(moment, 3 * day))
  await seal(after(moment, 3 * day))
  await append('order.approve', moment)
  await seal(moment)
  await append('service.activate', after(moment, minute))
  await seal(after(moment, minute))
  expect(await verify()).toMatchObject({ ok: true, entries: 3, seals: 3 })
})

test('seals made with another key are invalid', async () => {
  await append('order.create')
  await sealAudit(home.store, { now: moment, key: Buffer.alloc(32, 8) })
  expect(await problemOf()).toContain('the secret key is another one')
})

/** The chain of two seals that the intruders below find. */
async function fill() {
  await append('order.create')
  await append('order.approve')
  await seal()
  await append('service.activate')
  await seal()
}

test.each([
  [
    'a changed entry',
    "update audit_log set note = 'nothing happened' where action = 'order.approve'",
    'was changed',
  ],
  ['a removed entry', "delete from audit_log where action = 'order.approve'", 'are missing'],
  ['a removed last seal', 'delete from audit_seals where number = 2', 'neither sealed nor waiting'],
  ['a removed first seal', 'delete from audit_seals where number = 1', 'seal 1 is missing'],
  [
    'a changed seal',
    "update audit_seals set hash = 'x' where number = 1",
    'seal 1: an entry or the seal was changed',
  ],
  [
    'a seal of another time',
    'update audit_seals set sealed_at = sealed_at + 1 where number = 1',
    'seal 1: an entry or the seal was changed',
  ],
  [
    'an entry slipped in',
    "insert into audit_log (id, at, action, target_type) select '00000000-0000-7000-8000-000000000000', at, action, target_type from audit_log limit 1",
    'neither sealed nor waiting',
  ],
])('%s is detected', async (_, sql, problem) => {
  await fill()
  const { dialect } = engineOf(home.store)
  // Instants are numbers on one engine and timestamps on the other.
  await tamper(dialect === 'sqlite' ? sql : sql.replace('sealed_at + 1', "sealed_at + interval '1 second'"))
  expect(await problemOf()).toContain(problem)
})

describe('detects an intruder with the database but without the key who', () => {
  const lastEntries = "delete from audit_log where action = 'service.activate'"
  const requeue = 'insert into audit_pending (id) select id from audit_log'
  const everything = ['delete from audit_pending', 'delete from audit_seals', 'delete from audit_log']

  test('removes the last seal with its entries: the recorded head is missing', async () => {
    await fill()
    const noted = await headOf()
    await tamper('delete from audit_seals where number = 2', lastEntries)
    expect(await problemOf([noted])).toContain('seal 2, which was recorded outside the database, is missing')
  })

  test('wipes everything: a recorded head and existing accounts imply a log', async () => {
    await fill()
    const noted = await headOf()
    await addUser(home.store, 'asha')
    await tamper(...everything)
    expect(await problemOf([noted])).toContain('is missing')
    expect(await problemOf()).toContain('empty although there are accounts')
  })

  test('drops all seals and queues the entries anew: they wait too long, and the head differs', async () => {
    await fill()
    const noted = await headOf()
    await tamper('delete from audit_seals', requeue)
    expect(await problemOf([noted])).toContain('is missing')
    expect(await problemOf([], after(moment, day))).toContain('has waited for its seal')
    // The portal seals the waiting entries: the chain is complete then, but not the recorded one.
    await seal(after(moment, day))
    await append('later', after(moment, day))
    await seal(after(moment, day))
    expect(await problemOf([noted], after(moment, day))).toContain(
      'differs from the one recorded outside the database',
    )
  })

  test('inserts an entry dated last week that awaits its seal: it is older than the seal before it', async () => {
    await fill()
    const later = after(moment, day)
    await append('a later entry', later)
    await seal(later)
    const id = await append('forged', moment)
    await seal(after(later, minute))
    expect(await problemOf([], after(later, minute))).toContain(
      `entry ${id} is older than the seal before it`,
    )
  })

  test('seals one entry twice to hide another: no seal covers the hidden one', async () => {
    await fill()
    await tamper(`${requeue} where action = 'order.create'`)
    await seal()
    const { auditPending } = home.store.t
    const forged = await append('forged')
    await home.store.tx((tx) => tx.delete(auditPending))
    expect(forged).toBeString()
    expect(await problemOf()).toContain('neither sealed nor waiting')
  })

  /** Recomputes all seals over changed entries, with the hash that `make` returns. */
  async function reseal(make: typeof plainHash) {
    const { auditLog, auditSeals } = home.store.t
    const seals = await home.store.read.select().from(auditSeals).orderBy(auditSeals.number)
    await tamper('delete from audit_seals', "update audit_log set note = 'forged'")
    const entries = await home.store.read.select().from(auditLog).orderBy(auditLog.id)
    let previousHash = genesis
    for (const { number, rowIds, rowCount, sealedAt } of seals) {
      const covered = entries.filter(({ id }) => rowIds.includes(id))
      const hash = make({ number, previousHash, rowIds, sealedAt }, covered)
      const row = { number, rowIds, rowCount, sealedAt, previousHash, hash }
      await home.store.tx((tx) => tx.insert(tx.t.auditSeals).values(row))
      previousHash = hash
    }
  }

  test('rebuilds the whole chain with his own key: the seals are invalid', async () => {
    await fill()
    await reseal((seal, entries) => keyedHash(Buffer.alloc(32, 1), seal, entries))
    expect(await problemOf()).toContain('seal 1: an entry or the seal was changed')
  })

  test('rebuilds the whole chain in the old keyless format: it is invalid', async () => {
    await fill()
    const noted = await headOf()
    await reseal(plainHash)
    expect(await problemOf()).toContain('in the old format')
    // The portal continues the chain that it finds: then the recorded head reveals the change.
    await seal()
    expect(await problemOf([noted])).toContain('differs from the one recorded outside the database')
  })

  test('continues in the old format after seals with the key: that seal is invalid', async () => {
    await fill()
    await append('forged')
    const entries = await home.store.read.select().from(home.store.t.auditLog)
    const forged = entries.filter(({ action }) => action === 'forged')
    const { number, hash: previousHash } = await headOf()
    const row = { number: number + 1, previousHash, rowIds: forged.map(({ id }) => id), sealedAt: moment }
    const hash = plainHash(row, forged)
    await home.store.tx((tx) => tx.insert(tx.t.auditSeals).values({ ...row, rowCount: 1, hash }))
    expect(await problemOf()).toContain('seal 3 has no key')
  })
})

test('entries without a seal are found in one pass over all entries', async () => {
  const { dialect, query } = engineOf(home.store)
  const asked = spyOn(engineOf(home.store), 'query')
  await fill()
  await verify()
  const looks = asked.mock.calls.filter(([sql]) => sql.includes('audit_seals'))
  asked.mockRestore()
  expect(looks).toHaveLength(1)
  const plan = JSON.stringify(
    await query(`${dialect === 'sqlite' ? 'explain query plan' : 'explain'} ${looks[0]?.[0]}`),
  )
  expect(plan).toMatch(/except/i)
  expect(plan).not.toMatch(/subplan|list subquery/i)
})

test('a chain in the old format is continued: the first seal with the key covers it without a new entry', async () => {
  await append('order.create')
  const entries = await home.store.read.select().from(home.store.t.auditLog)
  const rowIds = entries.map(({ id }) => id)
  const former = { number: 1, previousHash: genesis, rowIds, sealedAt: moment }
  await home.store.tx(async (tx) => {
    await tx.insert(tx.t.auditSeals).values({ ...former, rowCount: 1, hash: plainHash(former, entries) })
    await tx.delete(tx.t.auditPending)
  })
  expect(await problemOf()).toContain('start the portal')
  expect(await seal()).toBe(0)
  expect(await verify()).toMatchObject({ ok: true, entries: 1, seals: 2 })
  expect(await seal()).toBe(0)
  await append('order.approve')
  await seal()
  expect(await verify()).toMatchObject({ ok: true, entries: 2, seals: 3 })
  await tamper("update audit_log set note = 'forged' where action = 'order.create'")
  expect(await problemOf()).toContain('seal 1: an entry or the seal was changed')
})
