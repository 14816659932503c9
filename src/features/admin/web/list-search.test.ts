import { describe, expect, test } from 'bun:test'
import { jobsInput, ordersInput, pageInput, readListSearch, servicesInput } from './list-search.ts'

describe("the address of an administrator's list", () => {
  test('keeps what it knows and drops the rest', () => {
    expect(readListSearch({ status: 'approved', q: 'asha', selected: '', other: 1, cursor: null })).toEqual({
      status: 'approved',
      q: 'asha',
    })
  })

  test('a search for digits stays text', () => {
    expect(readListSearch({ q: 9800000001 })).toEqual({ q: '9800000001' })
  })

  test('without a status the queue shows what waits, other lists everything', () => {
    expect(ordersInput({})).toEqual({ status: 'pending' })
    expect(servicesInput({})).toEqual({ status: 'all' })
    expect(jobsInput({})).toEqual({ status: 'all' })
  })

  test('a status nobody knows counts as none', () => {
    expect(ordersInput({ status: 'constructor', q: 'x' })).toEqual({ status: 'pending', q: 'x' })
  })

  test('what is absent in the address is absent in the call', () => {
    expect(pageInput({ q: 'x', selected: 'y' })).toEqual({})
    expect(jobsInput({ status: 'failed', q: 'x', cursor: 'c' })).toEqual({ status: 'failed', cursor: 'c' })
  })
})
