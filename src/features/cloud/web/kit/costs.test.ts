import { expect, test } from 'bun:test'
import type { AllServices } from '../../contract.ts'
import type { CloudCost } from '../../entities/costs/contract.ts'
import { costsByMonth, costsByService, formatCost, formatMonth, nameCosts } from './costs.ts'

const cost = (service: string, billingPeriod: string, amount: number, currency = 'USD'): CloudCost => ({
  id: `${service} ${billingPeriod}`,
  providerId: 'p',
  region: 'us-east-1',
  sample: true,
  simulated: true,
  resourceId: null,
  resourceType: 'instance',
  service,
  amount,
  currency,
  billingPeriod,
})

const costs = [
  cost('Compute', '2026-11', 2),
  cost('Storage', '2026-11', 5),
  cost('Compute', '2026-10', 1.5),
  cost('Compute', '2026-10', 4, 'EUR'),
]

test('costs are totalled by service, highest first, with each currency separate', () => {
  expect(costsByService(costs)).toEqual([
    { name: 'Storage', amount: 5, currency: 'USD' },
    { name: 'Compute', amount: 4, currency: 'EUR' },
    { name: 'Compute', amount: 3.5, currency: 'USD' },
  ])
})

test('costs are totalled by month, oldest first', () => {
  expect(costsByMonth(costs).map(({ name, amount, currency }) => [name, amount, currency])).toEqual([
    ['2026-10', 1.5, 'USD'],
    ['2026-10', 4, 'EUR'],
    ['2026-11', 7, 'USD'],
  ])
})

test('a cost has the name of its resource from any list', () => {
  const none = { instances: [], databases: [], functions: [], containers: [], analytics: [], security: [] }
  const storage = [{ id: 'b', bucketName: 'backups' }]
  const analytics = [{ id: 'm', name: 'churn-forecast' }]
  const all = { ...none, storage, analytics, providers: [] } as unknown as AllServices
  const of = (resourceId: string | null) => ({ ...cost('Any', '2026-11', 1), resourceId })
  const further = {
    loadBalancers: [{ id: 'l', name: 'edge' }],
    cdn: [{ id: 'd', domainName: 'cdn.example.com' }],
  }
  const named = nameCosts([of('b'), of('m'), of('l'), of('d'), of('gone'), of(null)], all, further)
  expect(named.map(({ resourceName }) => resourceName)).toEqual([
    'backups',
    'churn-forecast',
    'edge',
    'cdn.example.com',
    null,
    null,
  ])
})

test('a month is formatted for people', () => {
  expect(formatMonth('2026-11')).toBe('Nov 2026')
})

test.each([
  [1234.5, 'USD', '$1,234.50'],
  [0, 'USD', '$0.00'],
  [0.0042, 'USD', '$0.0042'],
  [3, 'EUR', '€3.00'],
])('%p %s is formatted as %s', (amount, currency, text) => {
  expect(formatCost(amount, currency)).toBe(text)
})
