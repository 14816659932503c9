import { describe, expect, test } from 'bun:test'
import { domainName } from '#test/support/domain-name.ts'
import { createSiteCache, type Site, type SiteKey } from './site-cache.ts'

const site = (serviceId: string, domain: string | null = null): Site => ({
  userId: 'u',
  serviceId,
  domain: domain === null ? null : domainName(domain),
  status: 'active',
})
const shop = site('s1', 'shop.example')

/** A cache, and a fake portal. */
function openCache({ capacity }: { capacity?: number } = {}) {
  const questions: SiteKey[][] = []
  let clock = 0
  let isThere = true
  let isAwaited = false
  let last = 0
  const cache = createSiteCache({
    ask(keys, question) {
      if (!isThere) return false
      questions.push(keys)
      last = question
      return true
    },
    isAwaited: () => isAwaited,
    now: () => clock,
    ...(capacity === undefined ? {} : { capacity }),
  })
  return {
    cache,
    questions,
    pass: (ms: number) => {
      clock += ms
    },
    leave: () => {
      isThere = false
    },
    await: () => {
      isThere = false
      isAwaited = true
      cache.hold()
    },
    comeBack: () => {
      isThere = true
      cache.resume()
    },
    /** Answers the last question: `sites` by key, absence for the others. */
    answer(sites: Partial<Record<SiteKey, Site>>) {
      const keys = questions.at(-1) ?? []
      cache.settle(
        last,
        keys.map((key) => [key, sites[key] ?? null]),
      )
    },
  }
}

describe('a site', () => {
  test('is looked up once, however many callers wait, and then cached', async () => {
    const { cache, questions, answer } = openCache()
    expect(cache.get('host:shop.example')).toBeUndefined()
    const waits = [cache.learn('host:shop.example'), cache.learn('host:shop.example')]
    answer({ 'host:shop.example': shop })
    expect(await Promise.all(waits)).toEqual([true, true])
    expect(cache.get('host:shop.example')).toEqual(shop)
    expect(questions).toEqual([['host:shop.example']])
  })

  test('is used for two minutes at most, and refreshed after one', async () => {
    const { cache, questions, answer, pass } = openCache()
    void cache.learn('id:s1')
    answer({ 'id:s1': shop })
    pass(60_000)
    await Bun.sleep(40)
    expect(cache.get('id:s1')).toEqual(shop)
    expect(questions).toHaveLength(2)
    answer({ 'id:s1': { ...shop, status: 'suspended' } })
    expect(cache.get('id:s1')?.status).toBe('suspended')
    pass(120_000)
    expect(cache.get('id:s1')).toBeUndefined()
  })

  test('is refreshed under all its names when its owner’s data changes, and others stay', async () => {
    const { cache, answer } = openCache()
    const keys = ['id:s1', 'host:shop.example', 'host:www.shop.example', 'id:s2'] as const
    const known = keys.map((key) => cache.learn(key))
    answer({ 'id:s1': shop })
    await Bun.sleep(30)
    answer({
      'host:shop.example': shop,
      'host:www.shop.example': shop,
      'id:s2': { ...site('s2'), userId: 'v' },
    })
    await Promise.all(known)
    cache.forget('u')
    expect(keys.map((key) => cache.get(key)?.serviceId)).toEqual([undefined, undefined, undefined, 's2'])
    cache.forget(null)
    expect(cache.get('id:s2')).toBeUndefined()
  })

  test('is not evicted by hosts that strangers make up', async () => {
    const { cache, answer } = openCache()
    const known = cache.learn('id:s1')
    answer({ 'id:s1': shop })
    await known
    for (let round = 0; round < 30; round += 1) {
      for (let index = 0; index < 100; index += 1) void cache.learn(`host:h${round}-${index}.example`)
      await Bun.sleep(25)
      answer({})
    }
    expect(cache.get('id:s1')).toEqual(shop)
    expect(cache.get('host:h0-0.example')).toBeUndefined()
    expect(cache.get('host:h28-50.example')).toBeNull()
  })

  test('without recent requests is evicted for others', async () => {
    const { cache, answer } = openCache({ capacity: 2 })
    for (const id of ['s1', 's2', 's3']) {
      const known = cache.learn(`id:${id}`)
      answer({ [`id:${id}`]: site(id) })
      await known
      cache.get('id:s1')
      await Bun.sleep(30)
    }
    expect([cache.get('id:s1'), cache.get('id:s2'), cache.get('id:s3')]).toEqual([
      site('s1'),
      undefined,
      site('s3'),
    ])
  })
})

describe('the absence of a site', () => {
  test('is cached for five seconds, or until something changes', () => {
    const { cache, answer, pass } = openCache()
    void cache.learn('host:new.example')
    answer({})
    expect(cache.get('host:new.example')).toBeNull()
    pass(5_000)
    expect(cache.get('host:new.example')).toBeUndefined()
  })

  test('ends with a change to any service', () => {
    const { cache, answer } = openCache()
    void cache.learn('host:new.example')
    answer({})
    cache.forget('another')
    expect(cache.get('host:new.example')).toBeUndefined()
  })
})

describe('without an answer from the portal', () => {
  test('cached sites and absences stay, and nothing else does', async () => {
    const { cache, answer, pass, leave } = openCache()
    void cache.learn('host:127.0.0.1')
    answer({})
    await Bun.sleep(30)
    leave()
    pass(5_000)
    expect(await cache.learn('host:127.0.0.1')).toBe(true)
    expect(cache.get('host:127.0.0.1')).toBeNull()
    expect(await cache.learn('host:other.example')).toBe(false)
  })

  test('a site marked for refresh stays as well, and is looked up soon', async () => {
    const { cache, questions, answer, pass } = openCache()
    const known = [cache.learn('id:s1'), cache.learn('host:127.0.0.1')]
    answer({ 'id:s1': shop })
    await Bun.sleep(30)
    answer({})
    await Promise.all(known)
    cache.forget('u')
    await Bun.sleep(30)
    const again = [cache.learn('id:s1'), cache.learn('host:127.0.0.1')]
    expect([cache.get('id:s1'), cache.get('host:127.0.0.1')]).toEqual([undefined, undefined])
    cache.giveUp()
    expect(await Promise.all(again)).toEqual([true, true])
    expect([cache.get('id:s1'), cache.get('host:127.0.0.1')]).toEqual([shop, null])
    const before = questions.length
    pass(5_000)
    await Bun.sleep(30)
    expect(cache.get('id:s1')).toEqual(shop)
    expect(questions.slice(before)).toEqual([['id:s1']])
    pass(5_000)
    expect(cache.get('id:s1')).toBeUndefined()
  })

  test('waiting callers are notified when the portal fails or exits', async () => {
    const { cache } = openCache()
    const first = cache.learn('id:s1')
    cache.settle(1, null)
    expect(await first).toBe(false)
    const second = cache.learn('id:s2')
    cache.giveUp()
    expect(await second).toBe(false)
  })
})

test('a late answer is not used for the next question', async () => {
  const { cache } = openCache()
  void cache.learn('id:s1')
  cache.settle(1, null)
  await Bun.sleep(30)
  const second = cache.learn('id:s2')
  cache.settle(1, [['id:s1', shop]])
  expect(cache.get('id:s1')).toBeUndefined()
  cache.settle(2, [['id:s2', site('s2')]])
  expect(await second).toBe(true)
})

test('a flood of hosts becomes one question at a time, with a hundred hosts each', async () => {
  const { cache, questions, answer } = openCache()
  const waits = Array.from({ length: 250 }, (_, index) => cache.learn(`host:h${index}.example`))
  expect(questions.map((keys) => keys.length)).toEqual([1])
  for (let round = 1; round < 4; round += 1) {
    answer({})
    await Bun.sleep(40)
  }
  answer({})
  expect(await Promise.all(waits)).not.toContain(false)
  expect(questions.map((keys) => keys.length)).toEqual([1, 100, 100, 49])
})

describe('while a portal is expected back', () => {
  test('cached entries are served unchanged, and other lookups go to the next portal', async () => {
    const { cache, questions, answer, pass, await: awaitPortal, comeBack } = openCache()
    const first = cache.learn('id:s1')
    answer({ 'id:s1': shop })
    await first
    pass(300_000)
    const asked = cache.learn('id:s2')
    awaitPortal()
    expect([await cache.learn('id:s1'), cache.get('id:s1')]).toEqual([true, shop])
    const waiting = cache.learn('host:shop.example')
    comeBack()
    expect(questions.at(-1)).toEqual(['id:s2', 'host:shop.example'])
    answer({ 'host:shop.example': shop })
    expect(await Promise.all([asked, waiting])).toEqual([true, true])
    expect([cache.get('id:s2'), cache.get('host:shop.example')]).toEqual([null, shop])
  })

  test('waiting ends once the portal is given up', async () => {
    const { cache, await: awaitPortal } = openCache()
    awaitPortal()
    const waiting = cache.learn('id:s1')
    cache.giveUp()
    expect(await waiting).toBe(false)
  })
})
