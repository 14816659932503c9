import { afterEach, beforeEach, expect, test } from 'bun:test'
import { appendAudit } from '#db/audit/audit.ts'
import { hasSeal, readHead } from '#db/audit/seal.ts'
import { verifyAudit } from '#db/audit/verify.ts'
import { engineOf } from '#db/engine.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { auditKey } from '../secrets.ts'
import { forgetHead, noteHead, parseHead, readNotedHead, writeHead } from './audit-head.ts'
import { sealAll } from './audit-sealing.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const append = (count = 1) =>
  app.store.tx(async (tx) => {
    for (let i = 0; i < count; i += 1) {
      const entry = { actorId: null, action: 'test.done', targetType: 'test', targetId: null }
      await appendAudit(tx, { ...entry, at: app.deps.now() })
    }
  })
const noted = () => readNotedHead(app.dataDir)
const verify = async () => {
  const head = await noted()
  const check = { key: auditKey(app.deps.secrets), now: app.deps.now() }
  return verifyAudit(app.store, { ...check, known: head ? [head] : [] })
}
/** Deletes the newest seal and its entries, as an intruder with database access would. */
const cutLastSeal = () => {
  const { alter, dialect } = engineOf(app.store)
  const off =
    dialect === 'sqlite'
      ? ['drop trigger audit_log_no_delete', 'drop trigger audit_seals_no_delete']
      : ['alter table audit_log disable trigger all', 'alter table audit_seals disable trigger all']
  const cut = [
    'delete from audit_seals where number = (select max(number) from audit_seals)',
    dialect === 'sqlite'
      ? 'delete from audit_log where id not in (select value from audit_seals, json_each(row_ids))'
      : 'delete from audit_log where id not in (select cast(j.value as uuid) from audit_seals, jsonb_array_elements_text(row_ids) j(value))',
  ]
  return alter(async (run) => {
    for (const statement of [...off, ...cut]) await run(statement)
  })
}

test('one run seals all pending entries and records the head in the data folder', async () => {
  expect(await noted()).toBeNull()
  await append(1_001)
  await sealAll(app.deps)
  expect(await noted()).toEqual(await readHead(app.store))
  expect(await verify()).toMatchObject({ ok: true, entries: 1_001, seals: 3 })
})

test('a recorded head whose seal is missing is logged and not overwritten, so that the loss cannot be sealed over', async () => {
  await append()
  await sealAll(app.deps)
  await append()
  await sealAll(app.deps)
  const head = await noted()
  await cutLastSeal()
  expect(await verify()).toMatchObject({
    ok: false,
    problem: expect.stringContaining('seal 2, which was recorded'),
  })
  await append()
  await sealAll(app.deps)
  expect(await noted()).toEqual(head)
  expect(app.logged.join()).toContain('audit log broken')
  expect(await verify()).toMatchObject({
    ok: false,
    problem: expect.stringContaining('differs from the one'),
  })
  // The operator's confirmation after restoring an older database.
  await forgetHead(app.dataDir)
  await append()
  await sealAll(app.deps)
  expect(await verify()).toMatchObject({ ok: true })
})

test('an unreadable head record is reported, not treated as absent', async () => {
  await Bun.write(`${app.dataDir}/audit-head.json`, '{"number":')
  await expect(noted()).rejects.toThrow('cannot be read')
})

test('a head survives formatting and parsing, and malformed ones are rejected', () => {
  const head = { number: 57, hash: `hmac-sha256:${'0a'.repeat(32)}` }
  expect(parseHead(` ${writeHead(head)}\n`)).toEqual(head)
  for (const text of [
    '',
    '57',
    '57:',
    ':abc',
    '0:'.concat('a'.repeat(64)),
    `57:${'a'.repeat(63)}`,
    '57:md5:a',
  ])
    expect(parseHead(text)).toBeNull()
})

test('a head recorded by a slower node still belongs to the chain', async () => {
  await append()
  await sealAll(app.deps)
  const first = await readHead(app.store)
  if (!first) throw new Error('nothing is sealed')
  await append()
  await sealAll(app.deps)
  await noteHead(app.dataDir, first)
  expect(await hasSeal(app.store, first)).toBe(true)
  expect(await verify()).toMatchObject({ ok: true })
})
