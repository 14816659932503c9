import { expect, test } from 'bun:test'
import { formatBytes, formatLimit, gib, kib, mib } from './bytes.ts'

test.each([
  [0, '0 Bytes', '0 Bytes'],
  [0.25, '0 Bytes', '0 Bytes'],
  [1, '1 Byte', '1 Byte'],
  [1_023, '1023 Bytes', '1023 Bytes'],
  [1_023.6, '1.00 KB', '1 KB'],
  [3.9 * kib, '3.90 KB', '3.9 KB'],
  [1.125 * kib, '1.13 KB', '1.13 KB'],
  [3 * mib, '3.00 MB', '3 MB'],
  [2_048 * gib, '2048.00 GB', '2048 GB'],
])('%p bytes are formatted as %p when measured, and as %p as a limit', (bytes, measured, limit) => {
  expect([formatBytes(bytes), formatLimit(bytes)]).toEqual([measured, limit])
})
