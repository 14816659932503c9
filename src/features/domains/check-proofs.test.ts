import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { day, hour, minute } from '#shared/time.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'
import { domainName } from '#test/support/domain-name.ts'
import { checkProofs } from './proof/check-proofs.ts'

let home: Connecting
let owner: Owner
let heard: LiveEvent[]
beforeAll(async () => {
  home = await createConnecting()
  home.app.deps.events.subscribe((event) => heard.push(event))
})
afterAll(() => home.close())
beforeEach(async () => {
  owner = await home.addOwner()
  heard = []
})

const theirs = ['@ NS ns1.outside.net', '@ NS ns2.outside.net']
const rowOf = async (id: string) => {
  const { domains } = home.app.store.t
  const [row] = await home.app.store.read.select().from(domains).where(eq(domains.id, id))
  if (!row) throw new Error('the domain was removed')
  return row
}
const entriesOf = (targetId: string) => {
  const { auditLog } = home.app.store.t
  const { action, actorId, details } = auditLog
  return home.app.store.read
    .select({ action, actorId, details })
    .from(auditLog)
    .where(eq(auditLog.targetId, targetId))
    .then((rows) => rows.filter((row) => row.action === 'domain.verify'))
}

describe('the task', () => {
  const dueIn = async (id: string) => {
    const { checkAt } = await rowOf(id)
    return checkAt === null ? null : checkAt.getTime() - home.app.deps.now().getTime()
  }

  test('finds a proof automatically, notifies the owner, and logs the system as the actor', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, ...theirs)
    await home.app.work()
    expect(await rowOf(id)).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('not found yet'),
    })
    home.lay(name, ...theirs, `_portal-challenge TXT ${challenge?.value}`)
    heard = []
    home.app.advance(minute)
    await home.app.work()
    expect(await rowOf(id)).toMatchObject({ status: 'active', challenge: null, problem: null })
    expect(heard.filter(({ kind }) => kind === 'domain')).toMatchObject([
      { kind: 'domain', id, userId: owner.id, status: 'active' },
    ])
    expect(await entriesOf(id)).toEqual([{ action: 'domain.verify', actorId: null, details: { by: 'TXT' } }])
  })

  test('checks often in the first minutes and then ever less often, and not before it is due', async () => {
    const { id, name } = await owner.connected(home.freshName())
    home.lay(name, ...theirs)
    const waits: (number | null)[] = []
    for (const age of [0, 11 * minute, 2 * hour, 2 * day]) {
      home.app.advance(age)
      await home.app.work()
      waits.push(await dueIn(id))
    }
    expect(waits).toEqual([minute / 2, 2 * minute, 15 * minute, hour])
    const { checkAt } = await rowOf(id)
    home.app.advance(minute)
    await home.app.work()
    expect((await rowOf(id)).checkAt).toEqual(checkAt)
  })

  test('gives up after 30 days with a message; the button still verifies, and the domain can be removed', async () => {
    const [late, never] = [await owner.connected(home.freshName()), await owner.connected(home.freshName())]
    for (const { name } of [late, never]) home.lay(name, ...theirs)
    home.app.advance(30 * day)
    await home.app.work()
    for (const { id } of [late, never])
      expect(await rowOf(id)).toMatchObject({
        status: 'error',
        checkAt: null,
        problem: expect.stringContaining('within 30 days'),
      })
    home.lay(late.name, `_portal-challenge TXT ${late.challenge?.value}`)
    expect((await owner.verify(late.id)).body).toMatchObject({ verified: true, domain: { status: 'active' } })
    expect((await owner.send('DELETE', `/api/domains/${never.id}`)).status).toBe(200)
  })

  test('reports a name that has become another customer’s', async () => {
    const { id, name } = await owner.connected(home.freshName())
    const other = await home.addOwner()
    const second = await other.connected(name)
    home.lay(name, ...theirs, `_portal-challenge TXT ${second.challenge?.value}`)
    expect((await other.verify(second.id)).body).toMatchObject({ verified: true })
    await home.app.work()
    expect(await rowOf(id)).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining("is another customer's domain"),
    })
  })

  test('changes only the time of the next check when nobody answers', async () => {
    const { id } = await owner.connected(home.freshName())
    const before = await rowOf(id)
    await home.app.work()
    const after = await rowOf(id)
    expect({ ...after, checkAt: null }).toEqual({ ...before, checkAt: null })
    expect(await dueIn(id)).toBe(minute / 2)
  })

  test('ends immediately when the portal stops, and the domain stays due', async () => {
    const { id } = await owner.connected(home.freshName())
    const before = await rowOf(id)
    const never = () => new Promise<string[]>(() => {})
    const resolver = { ...home.app.deps.resolver, texts: never, nameservers: never }
    const stopping = new AbortController()
    const work = checkProofs({ ...home.app.deps, resolver }, stopping.signal)
    stopping.abort()
    await work
    expect(await rowOf(id)).toEqual(before)
  })

  test('checks a domain that a fast clock has postponed', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    const { domains } = home.app.store.t
    const far = new Date(home.app.deps.now().getTime() + day)
    await home.app.store.tx((tx) => tx.update(domains).set({ checkAt: far }).where(eq(domains.id, id)))
    await home.app.work()
    expect(await rowOf(id)).toMatchObject({ status: 'active' })
  })

  test('checks every due domain, however many', async () => {
    const names = Array.from({ length: 45 }, () => home.freshName())
    const { id: userId } = owner
    const times = { createdAt: home.app.deps.now(), updatedAt: home.app.deps.now() }
    const rest = { userId, nameservers: [], registrar: 'external', status: 'pending' as const, ...times }
    await home.app.store.tx((tx) =>
      tx.insert(tx.t.domains).values(
        names.map((name) => ({
          ...rest,
          domainName: domainName(name),
          challenge: 'abc',
          checkAt: times.createdAt,
        })),
      ),
    )
    for (const name of names) home.lay(name, '_portal-challenge TXT abc')
    await home.app.work()
    expect((await owner.list()).filter(({ status }) => status === 'active')).toHaveLength(45)
  })
})

describe('the activity of the owner', () => {
  const activity = async () => {
    const { body } = await home.app.request('/api/trpc/activity.list', { cookie: owner.cookie })
    const { data } = (body as { result: { data: { kind: string }[] } }).result
    return data.filter(({ kind }) => kind === 'domain')
  }

  test('shows for each domain whether it waits, for what, and the outcome', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    const about = { id: `domain:${id}`, kind: 'domain', title: 'Connect a domain', subject: name }
    const place = `_portal-challenge.${name}`
    const waiting = { ...about, state: 'waiting', detail: `Waiting for the TXT record at ${place}.` }
    expect(await activity()).toMatchObject([waiting])
    home.app.advance(30 * day)
    await home.app.work()
    expect(await activity()).toMatchObject([{ ...about, state: 'failed' }])
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    await owner.verify(id)
    expect(await activity()).toMatchObject([{ ...about, state: 'done', detail: null }])
    home.app.advance(8 * day)
    expect(await activity()).toEqual([])
  })
})
