import { expect, test } from 'bun:test'
import { fullName, initials } from './person.ts'

// docs/product/roles-and-screens.md, "Navigation"
test.each([
  [{ firstName: 'Asha', lastName: 'Rao', email: 'x@example.in' }, 'AR'],
  [{ firstName: 'Asha', lastName: null, email: 'mail@example.in' }, 'M'],
  [{ firstName: null, lastName: 'Rao', email: 'mail@example.in' }, 'M'],
  [{ firstName: '', lastName: '', email: '' }, 'U'],
  [{ firstName: 'आशा', lastName: 'राव', email: '' }, 'आर'],
])('%p has the initials %s', (person, expected) => {
  expect(initials(person)).toBe(expected)
})

test('the full name requires both names', () => {
  expect(fullName({ firstName: 'Asha', lastName: 'Rao' })).toBe('Asha Rao')
  expect(fullName({ firstName: 'Asha', lastName: null })).toBeUndefined()
})
