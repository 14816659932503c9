import { expect, test } from 'bun:test'
import { whyNot } from './use-actions.ts'

test.each([
  ['start', 'stopped', undefined],
  ['start', 'running', 'Only a stopped instance can be started.'],
  ['stop', 'running', undefined],
  ['stop', 'stopped', 'Only a running instance can be stopped.'],
  ['reboot', 'running', undefined],
  ['reboot', 'stopped', 'Only a running instance can be rebooted.'],
  ['start', 'in-progress', 'Another action is in progress.'],
  ['stop', 'in-progress', 'Another action is in progress.'],
  ['reboot', 'pending', 'Only a running instance can be rebooted.'],
] as const)('%s of a %s instance: %p', (action, status, reason) => {
  expect(whyNot(action, status)).toBe(reason)
})
