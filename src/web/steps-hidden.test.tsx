import { afterEach, expect, test } from 'bun:test'
import { hideSteps, readStepsHidden } from './steps-hidden.ts'

const id = '0190a000-0000-7000-8000-00000c0ffee0'

afterEach(() => {
  Reflect.set(document, 'cookie', 'steps-hidden=; path=/; max-age=0')
})

test('reads the user who hid the first steps from this cookie, and from no other', () => {
  expect(readStepsHidden(null)).toBeNull()
  expect(readStepsHidden(`a=b; xsteps-hidden=${id}`)).toBeNull()
  expect(readStepsHidden('steps-hidden="><script>')).toBeNull()
  hideSteps(id)
  expect(readStepsHidden(document.cookie)).toBe(id)
})
