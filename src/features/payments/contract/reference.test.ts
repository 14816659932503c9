import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { findOrderReferences, orderReference, plainReference, readOrderReference } from './reference.ts'
import { upiLink } from './upi.ts'

const uuid7 = fc.uuid({ version: 7 })

test('finds the order of a reference', () => {
  fc.assert(
    fc.property(uuid7, (id) => {
      const reference = orderReference(id)
      expect(reference).toMatch(/^ORD[0-9A-Z]{12}$/)
      const range = readOrderReference(reference)
      expect(range && range.from <= id && id <= range.to).toBe(true)
    }),
  )
})

test('gives orders of different times different references', () => {
  fc.assert(
    fc.property(uuid7, uuid7, (one, other) => {
      const isSameBeginning = one.slice(0, 18) === other.slice(0, 18)
      expect(orderReference(one) === orderReference(other)).toBe(isSameBeginning)
    }),
  )
})

test("finds a reference in any bank's narration", () => {
  const reference = orderReference(Bun.randomUUIDv7())
  for (const narration of [
    `UPI-ASHA-${reference}-PAY`,
    `neft ${reference.toLowerCase()}`,
    `IMPS/${reference.slice(0, 6)} ${reference.slice(6)}/X`,
    `RECORD${reference}`,
  ])
    expect(findOrderReferences(narration)).toContain(reference)
})

test('finds no order without a reference', () => {
  expect(readOrderReference('ORD123')).toBeNull()
  expect(readOrderReference('ORDUUUUUUUUUUUU')).toBeNull()
  expect(findOrderReferences('SALARY NOVEMBER')).toEqual([])
})

test('ignores spaces, dashes and case in a typed reference', () => {
  expect(plainReference(' n3292-6123 4567890 ')).toBe('N329261234567890')
})

test('links to UPI with payee, amount and reference, and escapes each', () => {
  const link = upiLink({
    payee: { id: 'shop@okbank', name: 'Hosting & Co=1' },
    amountPaise: 12_800_050,
    reference: 'ORD1',
    note: 'Starter &am=1',
  })
  expect(link).toBe(
    'upi://pay?pa=shop@okbank&pn=Hosting%20%26%20Co%3D1&am=128000.50&cu=INR&tn=Starter%20%26am%3D1&tr=ORD1',
  )
})
