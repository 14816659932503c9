import { expect, test } from 'bun:test'
import { createSlots } from './slots.ts'

const limits = { total: 10, perAddress: 2, perNetwork: 5, reserved: 3 }
const taken = (addresses: string[], slots = createSlots(limits)) =>
  addresses.map((address) => slots.take(address) !== null)
const each = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n))

test('an address has a limit, and so has a network for all its addresses together', () => {
  expect(taken(each(3, () => '192.0.2.1'))).toEqual([true, true, false])
  expect(taken(each(3, (n) => `2001:db8:1:1::${n}`))).toEqual([true, true, false])
  expect(taken(each(6, (n) => `192.0.2.${n}`)).lastIndexOf(true)).toBe(4)
  expect(taken(each(6, (n) => `2001:db8:1:${n}::1`)).lastIndexOf(true)).toBe(4)
  expect(taken(each(6, (n) => `::ffff:192.0.2.${n}`)).lastIndexOf(true)).toBe(4)
  expect(taken(each(6, (n) => `192.0.${n}.1`))).not.toContain(false)
})

test('the last slots are for networks that have none', () => {
  const slots = createSlots(limits)
  expect(taken(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5'], slots)).not.toContain(false)
  expect(taken(['198.51.100.1', '198.51.100.2', '198.51.100.3'], slots)).toEqual([true, true, false])
  expect(taken(['203.0.113.1', '203.0.113.2', '10.0.0.1', '10.0.1.1', '10.0.2.1'], slots)).toEqual([
    true,
    false,
    true,
    true,
    false,
  ])
})

test('a slot that is released twice is free once', () => {
  const slots = createSlots(limits)
  const leave = slots.take('192.0.2.1')
  expect(taken(['192.0.2.1', '192.0.2.1'], slots)).toEqual([true, false])
  leave?.()
  leave?.()
  expect(taken(['192.0.2.1', '192.0.2.1'], slots)).toEqual([true, false])
})

test('an address without a limit can use all remaining slots, and no more', () => {
  const slots = createSlots(limits, (address) => address === '127.0.0.1')
  expect(
    taken(
      each(11, () => '127.0.0.1'),
      slots,
    ),
  ).toEqual([...Array.from({ length: 10 }, () => true), false])
})
