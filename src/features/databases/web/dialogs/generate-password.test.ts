import { expect, test } from 'bun:test'
import { generatePassword } from './generate-password.ts'

test('a generated password has 16 letters, digits and the eight symbols, and differs each time', () => {
  const passwords = Array.from({ length: 200 }, generatePassword)
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*]{16}$/)
  expect(new Set(passwords).size).toBe(passwords.length)
  const used = new Set(passwords.join(''))
  expect(used.size).toBe(70)
})
