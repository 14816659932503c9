import { expect, test } from 'bun:test'
import { actionSentence, actionWords, jobWords } from './action-words.ts'

test.each([
  ['order.create', 'Order created'],
  ['service.domain', 'Service domain changed'],
  ['auth.login', 'Sign-in'],
  ['auth.login.failed', 'Sign-in failed'],
  ['auth.totp.recovery-codes', 'Two-factor sign-in recovery codes changed'],
  ['domain.ssl.enable', 'Domain SSL enabled'],
  ['trial.take-down', 'Temporary site taken down'],
  ['something.new', 'Something new changed'],
])('%s becomes %p', (action, words) => {
  expect(actionWords(action)).toBe(words)
})

test('names a job by its purpose', () => {
  expect(jobWords('service.provision')).toBe('Set up service')
  expect(jobWords('backup.create')).toBe('Create backup')
})

test.each([
  ['order.approve', { is: 'did', text: 'approved', part: '' }],
  ['service.domain', { is: 'did', text: 'changed', part: 'domain' }],
  ['domain.ssl.enable', { is: 'did', text: 'enabled SSL for', part: '' }],
  ['customer.note.add', { is: 'did', text: 'added a note about', part: '' }],
  ['database.import-failed', { is: 'happened', text: 'failed', part: 'import' }],
  ['domain.ssl.fail', { is: 'happened', text: 'failed', part: 'SSL' }],
  ['service.crash', { is: 'happened', text: 'crashed', part: '' }],
  ['auth.login', { is: 'own', text: 'signed in' }],
  ['trial.take-down', { is: 'did', text: 'took down', part: '' }],
] as const)('%s becomes a sentence with %p', (action, sentence) => {
  expect(actionSentence(action)).toEqual(sentence)
})
