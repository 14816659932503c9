import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type Connecting, createConnecting } from '#test/support/connected.ts'
import { domainName } from '#test/support/domain-name.ts'
import { lockName } from './names.ts'
import { sweepingNames } from './sweep-names.ts'

let home: Connecting
beforeAll(async () => {
  home = await createConnecting()
})
afterAll(() => home.close())

const sweep = () => sweepingNames.run(home.app.deps, new AbortController().signal)
const isKept = async (name: string) => {
  const { domainNames } = home.app.store.t
  return (await home.app.store.read.$count(domainNames, eq(domainNames.name, domainName(name)))) === 1
}

test('unused names are deleted, but not those of domains, services and former owners', async () => {
  const owner = await home.addOwner()
  const [waited, served, former, wished] = Array.from({ length: 4 }, () => home.freshName())
  await owner.connected(waited ?? '')
  await owner.setDomain(served ?? '')
  const { id, challenge } = await owner.connected(former ?? '')
  home.lay(former ?? '', `_portal-challenge TXT ${challenge?.value}`)
  await owner.verify(id)
  await owner.send('DELETE', `/api/domains/${id}`)
  await home.app.store.tx((tx) => lockName(tx, domainName(wished ?? '')))
  await sweep()
  const all = [waited, served, former, wished]
  expect(await Promise.all(all.map((name = '') => isKept(name)))).toEqual([true, true, true, false])
  await owner.setDomain(null)
  await sweep()
  expect(await isKept(served ?? '')).toBe(false)
})

test('deletes more names than fit one batch, and a name requested meanwhile has one owner', async () => {
  const names = Array.from({ length: 450 }, (_, at) => ({ name: domainName(`unheld-${at}.example`) }))
  const { domainNames } = home.app.store.t
  await home.app.store.tx((tx) => tx.insert(domainNames).values(names))
  const [one, other] = [await home.addOwner(), await home.addOwner()]
  const [, first, second] = await Promise.all([
    sweep(),
    one.setDomain('unheld-7.example'),
    other.setDomain('unheld-7.example'),
  ])
  expect([first?.status, second?.status].sort()).toEqual([200, 409])
  await sweep()
  const left = await home.app.store.read.select().from(domainNames)
  expect(left.filter(({ name }) => name.startsWith('unheld-')).map(({ name }) => name)).toEqual([
    domainName('unheld-7.example'),
  ])
})
