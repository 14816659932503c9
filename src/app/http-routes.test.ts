import { expect, test } from 'bun:test'
import { idleSecondsOf } from '#app/http-routes.ts'

const at = (path: string, method = 'GET') => {
  const headers = { accept: 'text/event-stream' }
  return idleSecondsOf(new Request(`http://portal.test:3000${path}`, { method, headers }))
}

test('only the portal’s event streams may stay silent indefinitely', () => {
  expect(at('/api/events')).toBe(0)
  expect(at('/api/dev/events?retry')).toBe(0)
  for (const path of ['/', '/api/login', '/api/eventsx', '/x/api/events', '/?/api/events'])
    expect(at(path)).toBeNull()
  expect(at('/api/login', 'POST')).toBeNull()
  expect(at('/api/events', 'POST')).toBeNull()
})

test('long database statements are allowed, on any transport', () => {
  for (const path of ['/api/databases/1/query', '/api/trpc/databases.sql.run', '/as/1/api/databases/1/query'])
    expect(at(path, 'POST')).toBe(90)
  expect(at('/api/databases/1/query/cancel', 'POST')).toBeNull()
  expect(at('/api/trpc/databases.sql.cancel', 'POST')).toBeNull()
})

test('slow transfers are allowed', () => {
  for (const path of ['/api/files?name=a', '/api/files/archive?ids=1', '/api/files/1/content', '/s/token'])
    expect(at(path)).toBe(60)
  expect(at('/api/files', 'POST')).toBe(60)
  expect(at('/api/backups/1/download')).toBe(255)
  expect(at('/api/files/folders')).toBeNull()
  expect(at('/api/backups')).toBeNull()
})
