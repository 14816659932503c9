import { describe, expect, test } from 'bun:test'
import { jobsInput, ordersInput, pageInput, readListSearch, servicesInput } from './list-search.ts'

describe("the address of an administrator's list", () => {
  test('keeps known parameters and drops the rest', () => {
    expect(readListSearch({ status: 'approved', q: 'asha', selected: '', other: 1, cursor: null })).toEqual({
      status: 'approved',
      q: 'asha',
    })
  })

  test('drops a status, a selection and a page that cannot be', () => {
    const selected = Bun.randomUUIDv7()
    const cursor = Buffer.from(`1763700000000:${selected}`).toString('base64url')
    expect(readListSearch({ selected, cursor })).toEqual({ selected, cursor })
    expect(readListSearch({ status: 'constructor', selected: 'x', cursor: 'junk', q: '\u0000' })).toEqual({})
  })

  test('keeps a search for digits as text', () => {
    expect(readListSearch({ q: 9800000001 })).toEqual({ q: '9800000001' })
  })

  test('without a status shows waiting entries in the queue, and everything in other lists', () => {
    expect(ordersInput({})).toEqual({ status: 'pending' })
    expect(servicesInput({})).toEqual({ status: 'all' })
    expect(jobsInput({})).toEqual({ status: 'all' })
  })

  test('ignores an unknown status', () => {
    expect(ordersInput({ status: 'constructor', q: 'x' })).toEqual({ status: 'pending', q: 'x' })
  })

  test('omits from the call what it does not have', () => {
    expect(pageInput({ q: 'x', selected: 'y' })).toEqual({})
    expect(jobsInput({ status: 'failed', q: 'x', cursor: 'c' })).toEqual({ status: 'failed', cursor: 'c' })
  })
})
