import { expect, test } from 'bun:test'
import { isGstin } from './gst.ts'

// Numbers from examples and documents of the tax administration.
test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '29AAACH0000A1ZN'])('%s is a GSTIN', (gstin) => {
  expect(isGstin(gstin)).toBe(true)
})

test.each([
  ['27AAPFU0939F1ZW', 'a wrong check digit'],
  ['72AAPFU0939F1ZV', 'swapped digits'],
  ['00AAPFU0939F1ZV', 'an unknown state'],
  ['27aapfu0939f1zv', 'lower-case letters'],
  ['27AAPFU0939F1Z', 'a missing character'],
  ['', 'nothing'],
])('%s is not a GSTIN: it has %s', (gstin) => {
  expect(isGstin(gstin)).toBe(false)
})
