import { expect, test } from 'bun:test'
import { actionWords, jobWords } from './action-words.ts'

test.each([
  ['order.create', 'Order created'],
  ['service.domain', 'Service domain changed'],
  ['auth.login', 'Sign-in'],
  ['auth.login.failed', 'Sign-in failed'],
  ['auth.totp.recovery-codes', 'Two-factor sign-in recovery codes changed'],
  ['domain.ssl.enable', 'Domain SSL enabled'],
  ['trial.take-down', 'Temporary site taken down'],
  ['something.new', 'Something new changed'],
])('%s is said as %p', (action, words) => {
  expect(actionWords(action)).toBe(words)
})

test('a job is named by what it does', () => {
  expect(jobWords('service.provision')).toBe('Set up service')
  expect(jobWords('backup.create')).toBe('Create backup')
})
