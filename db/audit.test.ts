import { afterEach, beforeEach, expect, test } from 'bun:test'
import { moment } from '#test/support/rows.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { appendAudit, sealAudit, verifyAudit } from './audit.ts'
import { engineOf } from './engine.ts'

let home: TestStore
beforeEach(async () => {
  home = await createTestStore()
})
afterEach(() => home.close())

const append = (action: string) =>
  home.store.tx((tx) =>
    appendAudit(tx, {
      at: moment,
      actorId: null,
      actorEmail: 'admin@example.com',
      action,
      targetType: 'order',
      targetId: 'o1',
      details: { z: 1, a: [{ y: 2, b: null }] },
    }),
  )

/** Plain SQL with the triggers out of the way, as an intruder with the file would do it. */
const tamper = (sql: string) => {
  const { alter, dialect } = engineOf(home.store)
  const off =
    dialect === 'sqlite'
      ? ['audit_log', 'audit_seals'].flatMap((table) =>
          ['update', 'delete'].map((verb) => `drop trigger ${table}_no_${verb}`),
        )
      : ['alter table audit_log disable trigger all', 'alter table audit_seals disable trigger all']
  return alter(async (run) => {
    for (const statement of [...off, sql]) await run(statement)
  })
}

test('entries cannot be changed or removed, seals neither', async () => {
  await append('order.create')
  await sealAudit(home.store, moment)
  const { auditLog, auditSeals } = home.store.t
  for (const table of [auditLog, auditSeals])
    await expect(home.store.tx((tx) => tx.delete(table))).rejects.toThrow()
  await expect(home.store.tx((tx) => tx.update(auditLog).set({ action: 'x' }))).rejects.toThrow()
  await expect(home.store.tx((tx) => tx.update(auditSeals).set({ hash: 'x' }))).rejects.toThrow()
  expect(await home.store.read.$count(auditLog)).toBe(1)
})

test('seals chain the entries batch by batch', async () => {
  expect(await sealAudit(home.store, moment)).toBe(0)
  await append('order.create')
  await append('order.approve')
  expect(await sealAudit(home.store, moment)).toBe(2)
  await append('service.activate')
  expect(await sealAudit(home.store, moment)).toBe(1)
  expect(await sealAudit(home.store, moment)).toBe(0)
  expect(await verifyAudit(home.store)).toEqual({ ok: true, entries: 3, seals: 2 })
})

test('entries that wait for their seal are no fault', async () => {
  await append('order.create')
  await sealAudit(home.store, moment)
  await append('order.approve')
  expect(await verifyAudit(home.store)).toEqual({ ok: true, entries: 1, seals: 1 })
})

test.each([
  [
    'a changed entry',
    "update audit_log set note = 'nothing happened' where action = 'order.approve'",
    'was changed',
  ],
  ['a removed entry', "delete from audit_log where action = 'order.approve'", 'are missing'],
  ['a removed last seal', 'delete from audit_seals where number = 2', 'no seal covers'],
  ['a removed first seal', 'delete from audit_seals where number = 1', 'seal 1 is missing'],
  [
    'a changed seal',
    "update audit_seals set hash = 'x' where number = 1",
    'seal 1: an entry or the seal was changed',
  ],
  [
    'an entry slipped in',
    "insert into audit_log (id, at, action, target_type) select '00000000-0000-7000-8000-000000000000', at, action, target_type from audit_log limit 1",
    'no seal covers',
  ],
])('%s is detected', async (_, sql, problem) => {
  await append('order.create')
  await append('order.approve')
  await sealAudit(home.store, moment)
  await append('service.activate')
  await sealAudit(home.store, moment)
  await tamper(sql)
  const verdict = await verifyAudit(home.store)
  expect(verdict.ok).toBe(false)
  expect(verdict.ok ? '' : verdict.problem).toContain(problem)
})
