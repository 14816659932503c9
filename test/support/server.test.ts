import { expect, test } from 'bun:test'
import { readAnnouncement } from './server.ts'

test('reads only the announcement line of the server as its address', () => {
  expect(readAnnouncement('{"msg":"listening","url":"http://127.0.0.1:4000"}')).toEqual({
    url: 'http://127.0.0.1:4000',
    sitesUrl: null,
    pid: undefined,
  })
  for (const line of [
    '',
    'listening on http://127.0.0.1:4000',
    '{"msg":"request","url":"/api/orders"}',
    '{"msg":"listening","url":"http://127.0',
  ]) {
    expect(readAnnouncement(line)).toBeNull()
  }
})
