import { expect, test } from 'bun:test'
import { checkForm } from './auth-rules.ts'

const whole = {
  email: 'asha@example.com',
  mobile: '9876543210',
  password: 'long enough',
  confirmPassword: 'long enough',
}

test('a short password is said under its field, and not a second time in a toast', () => {
  expect(checkForm('signup', { ...whole, password: 'short', confirmPassword: 'short' })).toEqual({
    fields: { password: 'Use at least 8 characters.' },
  })
})

test('what the whole form is about is in the toast too', () => {
  expect(checkForm('signup', { ...whole, confirmPassword: 'another' })?.message).toBe(
    'Passwords do not match',
  )
  expect(checkForm('signup', { ...whole, email: '' })?.message).toBe(
    'Both email and mobile number are required',
  )
  expect(checkForm('signup', whole)).toBeNull()
})
