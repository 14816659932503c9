import { expect, test } from 'bun:test'
import type { Service } from '#features/services/contract.ts'
import { offeredOf } from './service-filter.tsx'

const services = (['active', 'pending', 'stopped', 'suspended'] as const).map(
  (status) => ({ id: status, status }) as Service,
)
const offered = (chosen?: string) => offeredOf({ services, chosen }).map(({ id }) => id)

test('backups are filtered by active services', () => {
  expect(offered()).toEqual(['active'])
})

test('a service that stopped being active is still named while its backups are shown', () => {
  expect(offered('stopped')).toEqual(['active', 'stopped'])
})
