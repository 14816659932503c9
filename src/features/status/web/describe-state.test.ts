import { expect, test } from 'bun:test'
import type { Incident, Status } from '../contract.ts'
import { describeState } from './describe-state.ts'

const incident = (state: Incident['state']) => ({ state }) as Incident
const uptime = (uptimePercent: number | null) => ({
  uptimePercent: 100,
  daysWithData: 1,
  days: [{ day: '2026-11-21', uptimePercent }],
})
const status = (known: Partial<Status>): Status => ({
  portal: uptime(100),
  sites: null,
  approvals: null,
  restoreTests: null,
  incidents: [],
  ...known,
})

test('reports everything as operational without an open incident', () => {
  expect(describeState(status({ incidents: [incident('resolved')] }))).toEqual({
    tone: 'ok',
    text: 'All systems operational',
  })
  expect(describeState(status({ sites: uptime(null) })).tone).toBe('ok')
})

test('counts open incidents, and stays calm about one that is being watched', () => {
  expect(describeState(status({ incidents: [incident('investigating'), incident('monitoring')] }))).toEqual({
    tone: 'bad',
    text: 'We are working on 1 incident',
  })
  expect(describeState(status({ incidents: [incident('monitoring')] })).tone).toBe('warn')
})

test('does not call a bad day operational', () => {
  expect(describeState(status({ sites: uptime(98) })).tone).toBe('warn')
})
