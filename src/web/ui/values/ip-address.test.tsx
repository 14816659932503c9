import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { IpAddress } from './ip-address.tsx'

const shown = (ip: string | null) => renderToStaticMarkup(<IpAddress ip={ip} />).replaceAll(/<[^>]*>/g, '')

test('marks an address that only this machine can reach', () => {
  expect(shown('127.0.0.1')).toBe('127.0.0.1, not public yet')
  expect(shown('::1')).toBe('::1, not public yet')
  expect(shown('203.0.113.24')).toBe('203.0.113.24')
  expect(shown(null)).toBe('Assigned on activation')
})
