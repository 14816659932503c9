import { describe, expect, test } from 'bun:test'
import { DomainError } from '#shared/errors.ts'
import { createHashQueue } from './hash-queue.ts'
import { needsRehash, withPasswords } from './passwords.ts'

const here = { account: null, address: '192.0.2.1' }

describe('the hash queue', () => {
  const blocked = () => Promise.withResolvers<void>()

  test('runs two jobs concurrently, queues up to its limit in order, and refuses the rest with a time to wait', async () => {
    const queue = createHashQueue({ atOnce: 2, waiting: 3 })
    const gates = Array.from({ length: 5 }, blocked)
    const started: number[] = []
    const works = gates.map((gate, i) =>
      queue.run(here, async () => {
        started.push(i)
        await gate.promise
      }),
    )
    const refused = await queue.run(here, async () => {}).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DomainError)
    expect(refused).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 2 })
    expect(started).toEqual([0, 1])
    gates[1]?.resolve()
    await works[1]
    gates[2]?.resolve()
    await works[2]
    for (const gate of gates) gate.resolve()
    await Promise.all(works)
    expect(started).toEqual([0, 1, 2, 3, 4])
    expect(await queue.run(here, async () => 'free again')).toBe('free again')
  })

  test('runs the work of one account one at a time, even after a failure', async () => {
    const queue = createHashQueue({ atOnce: 2, waiting: 10 })
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      throw new Error('wrong')
    }
    const ends = await Promise.allSettled(
      Array.from({ length: 5 }, () => queue.run({ ...here, account: 'a' }, work)),
    )
    expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(most).toBe(1)
    expect(await queue.run({ ...here, account: 'a' }, async () => 1)).toBe(1)
  })
})

describe('a full hash queue', () => {
  /** A queue whose two places are taken until `open` is called, with the outcomes of later jobs. */
  function createFull(waiting: number) {
    const queue = createHashQueue({ atOnce: 2, waiting })
    const gate = Promise.withResolvers<void>()
    const ends: string[] = []
    const come = (name: string, account: string, address: string) =>
      queue
        .run({ account, address }, () => gate.promise)
        .then(
          () => void ends.push(name),
          ({ status }: DomainError) => void ends.push(`${name} ${status}`),
        )
    const first = [come('first', 'a', '192.0.2.1'), come('second', 'b', '192.0.2.1')]
    return {
      come,
      ends,
      async open(...works: Promise<void>[]) {
        gate.resolve()
        await Promise.all([...first, ...works])
        return ends
      },
    }
  }

  test('refuses the address that fills it, and not another address', async () => {
    const { come, open } = createFull(20)
    const attack = Array.from({ length: 80 }, (_, i) => come(`attack ${i}`, `account ${i}`, '203.0.113.9'))
    const victim = come('victim', 'victim', '198.51.100.4')
    const ends = await open(...attack, victim)
    expect(ends).not.toContain('victim 503')
    expect(ends.filter((end) => end.endsWith(' 503'))).toHaveLength(61)
    const served = ends.filter((end) => !end.endsWith(' 503'))
    expect(served.indexOf('victim')).toBeLessThan(5)
  })

  test('refuses the account with most attempts, and not a colleague behind the same address', async () => {
    const { come, open } = createFull(20)
    const attack = Array.from({ length: 80 }, (_, i) => come(`attack ${i}`, 'one account', '192.0.2.1'))
    const ends = await open(...attack, come('colleague', 'colleague', '192.0.2.1'))
    expect(ends).toContain('colleague')
    expect(ends.filter((end) => end.endsWith(' 503'))).toHaveLength(61)
  })

  test('refuses the newest attempt when each owner has just one', async () => {
    const { come, open } = createFull(3)
    const works = [1, 2, 3, 4].map((i) => come(`visitor ${i}`, `visitor ${i}`, `198.51.100.${i}`))
    const ends = await open(...works)
    expect(ends.filter((end) => end.endsWith(' 503'))).toEqual(['visitor 4 503'])
  })
})

describe('passwords', () => {
  const check = (password: string, hashed: string) =>
    withPasswords(here, async ({ hash, verify }) => verify(password, await hash(hashed)))

  test('are hashed with argon2id with 19 MiB, 2 passes and 1 lane', async () => {
    const hash = await withPasswords(here, (passwords) => passwords.hash('correct horse'))
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(needsRehash(hash)).toBe(false)
    expect(needsRehash(hash.replace('m=19456', 'm=65536'))).toBe(true)
  })

  test.each([
    ['correct horse', 'correct horse', true],
    ['correct horse ', 'correct horse', false],
    ['Correct horse', 'correct horse', false],
    ['password\0a', 'password\0b', false],
    ['password', 'password\0', false],
    ['caf\u00e9caf\u00e9', 'cafe\u0301cafe\u0301', false],
    ['x'.repeat(127), 'x'.repeat(128), false],
  ])('%j verified against %j: %p', async (given, stored, expected) => {
    expect(await check(given, stored)).toBe(expected)
  })

  test('match nothing when there is no account', async () => {
    expect(await withPasswords(here, ({ verify }) => verify('anything', null))).toBe(false)
  })
})
