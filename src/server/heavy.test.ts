import { expect, test } from 'bun:test'
import { heavyQueries } from '#web/lib/links.ts'
import { createHeavyCalls, heavyAtOnce } from './heavy.ts'
import { proceduresOf } from './rest.ts'
import { appRouter } from './router.ts'
import type { Meta } from './trpc.ts'

const large = 'a'.repeat(1_000_000)
const answer = (text: string) => async () => new Response(text, { status: 200, headers: { etag: '"1"' } })

test('the browser sends alone what the server takes alone', () => {
  const heavy = Object.entries(proceduresOf(appRouter)).filter(([, call]) => (call._def.meta as Meta)?.heavy)
  expect(heavy.map(([path]) => path).sort()).toEqual([...heavyQueries].sort())
})

test('an answer arrives whole, with its status and headers', async () => {
  const response = await createHeavyCalls().answer('a', answer(large))
  expect([response.status, response.headers.get('etag')]).toEqual([200, '"1"'])
  expect(await response.text()).toBe(large)
})

test('a call that fails, and an answer that is small, keep no place', async () => {
  const calls = createHeavyCalls()
  for (let i = 0; i < 3 * heavyAtOnce; i += 1) {
    const failing = calls.answer('a', async () => {
      throw new Error('no')
    })
    expect(await failing.catch(({ message }) => message)).toBe('no')
    expect((await calls.answer('a', answer('small'))).status).toBe(200)
  }
})

test('one user who does not read keeps nobody else waiting', async () => {
  const calls = createHeavyCalls()
  const unread = []
  for (let i = 0; i < heavyAtOnce; i += 1) unread.push(await calls.answer('a', answer(large)))
  const other = await calls.answer('b', answer(large))
  expect((await other.text()).length).toBe(large.length)
  for (const { body } of unread) await body?.cancel()
})
