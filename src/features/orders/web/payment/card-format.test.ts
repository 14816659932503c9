import { describe, expect, test } from 'bun:test'
import { formatCvc, formatExpiry, groupCardNumber } from './card-format.ts'

describe('while a customer types', () => {
  test('groups the card number in fours and drops every other character', () => {
    expect(groupCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupCardNumber('4242-4')).toBe('4242 4')
    expect(groupCardNumber('4242')).toBe('4242')
    expect(groupCardNumber('x'.repeat(5))).toBe('')
    expect(groupCardNumber('1'.repeat(30)).replaceAll(' ', '')).toHaveLength(19)
  })

  test('adds the slash of the expiry automatically, and lets it be deleted', () => {
    expect(formatExpiry('1')).toBe('1')
    expect(formatExpiry('12')).toBe('12/')
    expect(formatExpiry('123')).toBe('12/3')
    expect(formatExpiry('1230')).toBe('12/30')
    expect(formatExpiry('12/30')).toBe('12/30')
    expect(formatExpiry('4')).toBe('04/')
    expect(formatExpiry('12', '12/')).toBe('12')
    expect(formatExpiry('12/3', '12/30')).toBe('12/3')
  })

  test('limits the security code to four digits', () => {
    expect(formatCvc('12a345')).toBe('1234')
  })
})
