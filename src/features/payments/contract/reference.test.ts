import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { findOrderReferences, orderReference, plainReference, readOrderReference } from './reference.ts'
import { upiLink } from './upi.ts'

const uuid7 = fc.uuid({ version: 7 })

test('the reference of an order leads back to it', () => {
  fc.assert(
    fc.property(uuid7, (id) => {
      const reference = orderReference(id)
      expect(reference).toMatch(/^ORD[0-9A-Z]{12}$/)
      const range = readOrderReference(reference)
      expect(range && range.from <= id && id <= range.to).toBe(true)
    }),
  )
})

test('orders of different moments have different references', () => {
  fc.assert(
    fc.property(uuid7, uuid7, (one, other) => {
      const isSameBeginning = one.slice(0, 18) === other.slice(0, 18)
      expect(orderReference(one) === orderReference(other)).toBe(isSameBeginning)
    }),
  )
})

test('a reference is found in whatever a bank makes of it', () => {
  const reference = orderReference(Bun.randomUUIDv7())
  for (const narration of [
    `UPI-ASHA-${reference}-PAY`,
    `neft ${reference.toLowerCase()}`,
    `IMPS/${reference.slice(0, 6)} ${reference.slice(6)}/X`,
    `RECORD${reference}`,
  ])
    expect(findOrderReferences(narration)).toContain(reference)
})

test('what is no reference leads to no order', () => {
  expect(readOrderReference('ORD123')).toBeNull()
  expect(readOrderReference('ORDUUUUUUUUUUUU')).toBeNull()
  expect(findOrderReferences('SALARY NOVEMBER')).toEqual([])
})

test('a reference that is typed with blanks, dashes and small letters is the same', () => {
  expect(plainReference(' n3292-6123 4567890 ')).toBe('N329261234567890')
})

test('the UPI link names payee, amount and reference, and nothing can be added to it', () => {
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
