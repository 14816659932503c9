import { expect, test } from 'bun:test'
import { greetingName } from './greeting.ts'

const person = (firstName: string | null) => ({ firstName, email: 'ravi.k@example.in' })

test('the greeting takes the first name, else what stands before the @', () => {
  expect(greetingName(person('Asha'))).toBe('Asha')
  expect(greetingName(person(null))).toBe('ravi.k')
  expect(greetingName(person('  '))).toBe('ravi.k')
})
