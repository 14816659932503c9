import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Activity } from '#features/activity/contract.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function list(cookie: string): Promise<Activity[]> {
  const { body } = await app.request('/api/trpc/activity.list', { cookie })
  return (body as { result: { data: Activity[] } }).result.data.filter(({ kind }) => kind === 'domain')
}

test('lists actions on a domain for its owner, the latest of each kind', async () => {
  const { id: userId, cookie } = await app.addCustomer()
  await insertActiveService(app, userId)
  const call = (method: string, path: string, json: unknown) => app.request(path, { method, cookie, json })
  const { body } = await call('POST', '/api/domains/register', { name: 'bells' })
  const { id } = body as { id: string }
  for (const name of ['one', 'two'])
    await call('POST', `/api/domains/${id}/dns`, { type: 'TXT', name, value: name })
  await call('PUT', `/api/domains/${id}/settings`, { transferLock: false })
  await call('PUT', `/api/domains/${id}/serving`, { www: 'to-www' })
  await call('POST', `/api/domains/${id}/transfer`, {})

  const found = await list(cookie)
  expect(found.every((each) => each.subject === 'bells.com' && each.href === `/domains?domain=${id}`)).toBe(
    true,
  )
  const said = found.map(({ title, detail, state }) => [title, detail, state])
  expect(said.sort()).toEqual([
    ['DNS records changed', 'Added TXT two.bells.com, the latest of 2 changes.', 'done'],
    ['Domain registered', null, 'done'],
    ['Domain settings changed', null, 'done'],
    ['Redirects and HSTS changed', null, 'done'],
    ['Transfer code issued', null, 'done'],
  ])
  expect(await list((await app.addCustomer()).cookie)).toEqual([])
})

test('lists a name in the script that it was registered in', async () => {
  const { id: userId, cookie } = await app.addCustomer()
  await insertActiveService(app, userId)
  await app.request('/api/domains/register', { cookie, json: { name: 'bücher', tld: 'co' } })
  expect((await list(cookie)).map(({ subject }) => subject)).toEqual(['bücher.co'])
})
