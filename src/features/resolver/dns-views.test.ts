import { expect, test } from 'bun:test'
import { createDnsViews } from './dns-views.ts'

test('DNS views are shared for some seconds, except after a failure, and limited for each user', async () => {
  let clock = 0
  let asked = 0
  const views = createDnsViews(() => clock)
  const see = (key: string, userId = 'a') => views.see({ key, userId }, async () => ++asked)
  expect([await see('one'), await see('one', 'b'), await see('two')]).toEqual([1, 1, 2])
  clock += 5_000
  expect(await see('one')).toBe(3)
  const failing = () => views.see({ key: 'bad', userId: 'a' }, () => Promise.reject(new Error('no')))
  expect(failing()).rejects.toThrow('no')
  expect(failing()).rejects.toThrow('no')
  for (let i = 0; i < 16; i += 1) await see(`more ${i}`)
  expect(() => see('last')).toThrow('checked too often')
  expect(await see('last', 'b')).toBeGreaterThan(0)
  clock += 61_000
  expect(await see('last')).toBeGreaterThan(0)
})
