import { afterEach, expect, test } from 'bun:test'
import { hideSteps, readStepsHidden } from './steps-hidden.ts'

const id = '0190a000-0000-7000-8000-00000c0ffee0'

afterEach(() => {
  Reflect.set(document, 'cookie', 'steps-hidden=; path=/; max-age=0')
})

test('who put the first steps away is known from the cookie, and from no other', () => {
  expect(readStepsHidden(null)).toBeNull()
  expect(readStepsHidden(`a=b; xsteps-hidden=${id}`)).toBeNull()
  expect(readStepsHidden('steps-hidden="><script>')).toBeNull()
  hideSteps(id)
  expect(readStepsHidden(document.cookie)).toBe(id)
})
