import { expect, test } from 'bun:test'
import { formatBytes, gib, kib, mib } from './bytes.ts'

test.each([
  [0, '0 Bytes'],
  [0.25, '0.25 Bytes'],
  [1, '1 Bytes'],
  [1_023, '1023 Bytes'],
  [1.5 * kib, '1.5 KB'],
  [3 * mib, '3 MB'],
  [2_048 * gib, '2048 GB'],
])('%p bytes are formatted as %p', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
