import { expect, test } from 'bun:test'
import { gib, mib } from '#shared/bytes.ts'
import { planInput, planSchema, planValues } from './plan-values.ts'

const filled = { ...planValues(null), name: 'Team', price: '449', originalPrice: '' }

test('takes storage in GB and memory in MB, and sends both in bytes', () => {
  const { limits, originalPrice } = planInput({
    ...filled,
    limits: { ...filled.limits, diskBytes: '1.5', memoryBytes: '256' },
  })
  expect(limits).toMatchObject({ diskBytes: 1.5 * gib, memoryBytes: 256 * mib, databases: 1 })
  expect(originalPrice).toBeNull()
})

test('validates values by the contract, whose paths match the fields', () => {
  expect(planSchema.safeParse(filled).success).toBe(true)
  const wrong = {
    ...filled,
    name: '',
    price: 'x',
    limits: { ...filled.limits, databases: '', diskBytes: '-1' },
  }
  const paths = planSchema.safeParse(wrong).error?.issues.map(({ path }) => path.join('.'))
  expect(paths?.toSorted()).toEqual(['limits.databases', 'limits.diskBytes', 'name', 'price'])
})

test('shows a stored plan in the form', () => {
  const plan = {
    ...planInput(filled),
    id: 'p',
    categoryId: 'c',
    price: 449,
    originalPrice: null,
    discount: null,
    features: [],
  }
  expect(planValues(plan)).toEqual(filled)
})
