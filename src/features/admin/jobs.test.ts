import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { appendAudit } from '#db/audit/audit.ts'
import { readHead } from '#db/audit/seal.ts'
import { readEnv } from '#env'
import { writeHead } from '#server/audit/audit-head.ts'
import { sealAll } from '#server/audit/audit-sealing.ts'
import { day, hour } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { notingHead } from './jobs.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const append = () =>
  app.store.tx((tx) =>
    appendAudit(tx, {
      actorId: null,
      action: 'test.done',
      targetType: 'test',
      targetId: null,
      at: app.deps.now(),
    }),
  )
const mails = async () => {
  const { mails } = app.store.t
  return app.store.read.select().from(mails).where(eq(mails.kind, 'audit.head'))
}
const tellDaily = () => notingHead.run(app.deps, new AbortController().signal)

test('mails the audit head daily to the administrators, or to the company’s address', async () => {
  const { email } = await app.addAdministrator()
  await app.addCustomer()
  await append()
  await sealAll(app.deps)
  await tellDaily()
  expect(await mails()).toEqual([])
  app.advance(day)
  for (let i = 0; i < 3; i += 1) await tellDaily()
  const head = await readHead(app.store)
  if (!head) throw new Error('nothing is sealed')
  expect(await mails()).toMatchObject([{ to: email, text: expect.stringContaining(writeHead(head)) }])
  app.advance(day)
  const env = { ...readEnv({ CONTACT_EMAIL: 'desk@hosting.example' }), DATA_DIR: app.dataDir }
  await notingHead.run({ ...app.deps, env }, new AbortController().signal)
  expect((await mails()).map(({ to }) => to).sort()).toEqual([email, 'desk@hosting.example'].sort())
  app.advance(hour)
  await tellDaily()
  expect(await mails()).toHaveLength(2)
})
