import { expect, test } from 'bun:test'
import { closeOpened, openOnce } from '#test/support/open-once.ts'

test('opens a shared resource once, again after it died, and closes it at the end', async () => {
  const opened: { isAlive: boolean }[] = []
  const closed: unknown[] = []
  const get = () =>
    openOnce('a thing of this test', {
      open: async () => {
        opened.push({ isAlive: true })
        return opened.at(-1) as { isAlive: boolean }
      },
      close: async (thing) => closed.push(thing),
      isAlive: (thing) => thing.isAlive,
    })
  const [first, second] = await Promise.all([get(), get()])
  expect(first).toBe(second)
  first.isAlive = false
  const again = await get()
  expect(again).not.toBe(first)
  expect(await get()).toBe(again)
  await closeOpened()
  expect(closed).toEqual([again])
})

test('retries for the next caller after opening failed', async () => {
  const kind = { close: async () => {}, isAlive: () => true }
  const refuse = () => Promise.reject(new Error('no room'))
  await expect(openOnce('a refused thing', { ...kind, open: refuse })).rejects.toThrow('no room')
  expect(await openOnce('a refused thing', { ...kind, open: async () => 'here' })).toBe('here')
})
