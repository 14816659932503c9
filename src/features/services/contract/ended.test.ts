import { expect, test } from 'bun:test'
import { maxPage } from '#shared/max-page.ts'
import { isEnded } from './ended.ts'

const services = [{ id: 'a' }, { id: 'b' }]

test('a service has ended once it is missing from the list of others', () => {
  expect(isEnded(services, 'a')).toBe(false)
  expect(isEnded(services, 'c')).toBe(true)
  expect(isEnded([], 'a')).toBe(true)
})

test('a service is not reported as ended before the list is loaded, without one, or when the list may be incomplete', () => {
  expect(isEnded(undefined, 'c')).toBe(false)
  expect(isEnded(services, null)).toBe(false)
  const full = Array.from({ length: maxPage }, (_, at) => ({ id: String(at) }))
  expect(isEnded(full, 'c')).toBe(false)
})
