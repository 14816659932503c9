import { expect, test } from 'bun:test'
import { minute } from '#shared/time.ts'
import { createFakeEngine } from '#test/support/fake-engine.ts'
import { createOffEngine } from './off-engine.ts'
import { retryWhileOff } from './retry-while-off.ts'

test('an engine installed later is found within a minute, and is used from then on', () => {
  let at = 0
  let looks = 0
  const { engine } = createFakeEngine('mysql')
  const off = createOffEngine('mysql', { advice: 'Install it.' })
  let installed = off
  const find = () => {
    looks += 1
    return installed
  }
  const engineNow = retryWhileOff(find, () => new Date(at))
  expect(engineNow()).toBe(off)
  installed = engine
  at = minute - 1
  expect(engineNow()).toBe(off)
  at = minute
  expect(engineNow()).toBe(engine)
  installed = off
  at = 5 * minute
  expect(engineNow()).toBe(engine)
  expect(looks).toBe(2)
})
