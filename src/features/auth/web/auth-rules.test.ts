import { expect, test } from 'bun:test'
import { checkForm } from './auth-rules.ts'

const whole = {
  email: 'asha@example.com',
  mobile: '9876543210',
  password: 'long enough',
  confirmPassword: 'long enough',
}

test("shows a short password's error below its field, and not again in a toast", () => {
  expect(checkForm('signup', { ...whole, password: 'short', confirmPassword: 'short' })).toEqual({
    fields: { password: 'Use at least 8 characters.' },
  })
})

test('repeats errors of the whole form in the toast', () => {
  expect(checkForm('signup', { ...whole, confirmPassword: 'another' })?.message).toBe(
    'Passwords do not match',
  )
  expect(checkForm('signup', { ...whole, email: '' })?.message).toBe(
    'Both email and mobile number are required',
  )
  expect(checkForm('signup', whole)).toBeNull()
})
