import { afterAll, beforeAll, expect, test } from 'bun:test'
import { layFiles } from '#test/support/backups.ts'
import { createDatabaseApp, createTenant } from '#test/support/databases.ts'
import { createMailOwner } from '#test/support/email.ts'
import { downloadExport } from '#test/support/exports.ts'
import { fileMessage, mailOf } from '#test/support/mailbox.ts'

type Held = Awaited<ReturnType<typeof createDatabaseApp>>
let held: Held
beforeAll(async () => {
  held = await createDatabaseApp()
})
afterAll(() => held.app.close())

test('an archive has its customer’s rows, zones, sites, sources and messages, and no one else’s', async () => {
  const { app } = held
  const owner = await createMailOwner(app)
  const other = await createMailOwner(app)
  layFiles(`${app.dataDir}/services/${owner.serviceId}/public`, {
    'index.html': '<h1>Mine</h1>',
    'css/ünï.css': 'body{}',
  })
  layFiles(`${app.dataDir}/services/${other.serviceId}/public`, { 'index.html': 'Theirs' })
  const domain = await owner.addDomain()
  const theirs = await other.addDomain()
  const box = await owner.make({ local: 'asha', domain: domain.name, type: 'mailbox' })
  const place = { userId: owner.userId, accountId: box.id }
  await fileMessage(app, place, mailOf('Subject: Hello', '', 'How are you?'))
  const project = await owner.must<{ id: string }>('POST', '/api/projects', { name: '../Shop: one' })
  await owner.must('POST', '/api/projects/files', {
    ...{ projectId: project.id, name: 'main.js', type: 'js', content: 'run()' },
  })
  const taken = await downloadExport(app, owner.cookie)
  expect(await taken.read(`files/sites/${owner.serviceId}/index.html`)).toBe('<h1>Mine</h1>')
  expect(await taken.read(`files/sites/${owner.serviceId}/css/ünï.css`)).toBe('body{}')
  expect(await taken.read(`domains/zones/${domain.name}.zone`)).toContain(`$ORIGIN ${domain.name}.`)
  const message = taken.paths.find((path) => path.startsWith(`email/messages/asha@${domain.name}/inbox/`))
  expect(await taken.read(message ?? '')).toContain('How are you?')
  const source = taken.paths.find((path) => path.startsWith('projects/sources/') && path.endsWith('/main.js'))
  expect(await taken.read(source ?? '')).toBe('run()')
  expect(await taken.json('account/profile.json')).toMatchObject([{ id: owner.userId }])
  expect(await taken.json('domains/domains.json')).toMatchObject([{ domainName: domain.name }])
  expect(await taken.json('services/services.json')).toMatchObject([{ id: owner.serviceId }])
  const manifest = await taken.json('manifest.json')
  expect(manifest).toMatchObject({ account: owner.userId, files: taken.paths.length - 1, missing: [] })
  for (const path of taken.paths) {
    const text = await taken.read(path)
    expect([path, text.includes(theirs.name), text.includes(other.userId)]).toEqual([path, false, false])
    expect([path, /"[^"]*(password|hash|secret|privateKey|token)[^"]*":/i.test(text)]).toEqual([path, false])
  }
})

test('an ended service is in the archive for 30 days, with its site, messages and databases', async () => {
  const { app } = held
  const tenant = await createTenant(held)
  const { serviceId, customer } = tenant
  layFiles(`${app.dataDir}/services/${serviceId}/public`, { 'index.html': 'Mine' })
  const { dbName } = await tenant.make()
  await app.work()
  const ask = (path: string, json: unknown) => app.request(path, { cookie: customer.cookie, json })
  await ask('/api/domains/register', { name: 'ended', tld: 'com', serviceId })
  const box = (await ask('/api/email/accounts', { local: 'asha', domain: 'ended.com', type: 'mailbox' }))
    .body as { id: string }
  await fileMessage(app, { userId: customer.id, accountId: box.id }, mailOf('Subject: Hello', '', 'Hi'))
  const administrator = await app.addAdministrator()
  const end = `/api/admin/services/${serviceId}/terminate`
  const ended = await app.request(end, { cookie: administrator.cookie, json: { reason: 'Over.' } })
  expect(ended).toMatchObject({ status: 200, body: { status: 'terminated' } })
  await app.work()
  const taken = await downloadExport(app, customer.cookie)
  expect(taken.paths).toContain(`files/sites/${serviceId}/index.html`)
  expect(taken.paths).toContain(`databases/dumps/${serviceId}/postgresql/${dbName}.sql`)
  expect(taken.paths.filter((path) => path.startsWith('email/messages/asha@ended.com/'))).toHaveLength(1)
  expect(await taken.json('manifest.json')).toMatchObject({ missing: [] })
})

test('dumps databases; one that fails midway is listed with its reason, and the rest is there', async () => {
  const tenant = await createTenant(held)
  const good = await tenant.make()
  await held.app.work()
  const taken = await downloadExport(held.app, tenant.customer.cookie)
  const dump = `databases/dumps/${tenant.serviceId}/postgresql/${good.dbName}.sql`
  expect(taken.paths).toContain(dump)
  expect(await taken.json('databases/databases.json')).toMatchObject([{ dbName: good.dbName }])
  held.knobs.breaksDumps = true
  held.app.advance(25 * 3_600_000)
  const { cookie } = tenant.customer
  await held.app.request('/api/user/sudo', { cookie, json: { password: 'a long enough password' } })
  const second = await downloadExport(held.app, tenant.customer.cookie)
  expect(second.paths).not.toContain(dump)
  const { missing } = await second.json('manifest.json')
  expect(missing).toEqual([{ name: dump, missing: expect.stringMatching(/\.$/) }])
  const state = await held.app.request('/api/user/export', { cookie: tenant.customer.cookie })
  expect(state.body).toMatchObject({ status: 'ready', missing: 1 })
})

test('pages of rows follow each other without gaps or duplicates', async () => {
  const { app } = held
  const { id: userId, cookie } = await app.addCustomer()
  const at = app.deps.now()
  await app.store.tx(async (tx) => {
    for (let i = 0; i < 1_203; i++)
      await tx.insert(tx.t.notifications).values({
        ...{ userId, kind: 'backup.failed', subject: `Notice ${i}`, createdAt: at },
      })
  })
  const taken = await downloadExport(app, cookie)
  const rows: { subject: string }[] = await taken.json('notifications/notifications.json')
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(1_203)
  expect(rows).toHaveLength(1_203)
})
