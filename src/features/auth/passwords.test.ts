import { describe, expect, test } from 'bun:test'
import { DomainError } from '#shared/errors.ts'
import { createHashQueue } from './hash-queue.ts'
import { needsRehash, withPasswords } from './passwords.ts'

describe('the hash queue', () => {
  const blocked = () => Promise.withResolvers<void>()

  test('runs two at once, lets so many wait in order, and refuses the rest with a time to wait', async () => {
    const queue = createHashQueue({ atOnce: 2, waiting: 3 })
    const gates = Array.from({ length: 5 }, blocked)
    const started: number[] = []
    const works = gates.map((gate, i) =>
      queue.run(null, async () => {
        started.push(i)
        await gate.promise
      }),
    )
    const refused = await queue.run(null, async () => {}).catch((error: unknown) => error)
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
    expect(await queue.run(null, async () => 'free again')).toBe('free again')
  })

  test('runs the works of one lane one after the other, also after one failed', async () => {
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
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => queue.run('lane', work)))
    expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(most).toBe(1)
    expect(await queue.run('lane', async () => 1)).toBe(1)
  })
})

describe('passwords', () => {
  const check = (password: string, hashed: string) =>
    withPasswords(null, async ({ hash, verify }) => verify(password, await hash(hashed)))

  test('are kept as argon2id with 19 MiB, 2 passes and 1 lane', async () => {
    const hash = await withPasswords(null, (passwords) => passwords.hash('correct horse'))
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
  ])('%j against %j: %p', async (given, stored, expected) => {
    expect(await check(given, stored)).toBe(expected)
  })

  test('nobody has a password', async () => {
    expect(await withPasswords(null, ({ verify }) => verify('anything', null))).toBe(false)
  })
})
