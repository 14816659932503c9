import { expect, test } from 'bun:test'
import { offeredOf } from './service-filter.tsx'

const services = (['active', 'pending', 'stopped', 'suspended'] as const).map((status) => ({
  id: status,
  status,
}))
const offered = (chosen?: string) => offeredOf(services, chosen).map(({ id }) => id)

test('filters records by active services', () => {
  expect(offered()).toEqual(['active'])
})

test('still names a service that stopped being active while its records are shown', () => {
  expect(offered('stopped')).toEqual(['active', 'stopped'])
})
