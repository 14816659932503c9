import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { expectReads, expectWhole, noneAcknowledged, order, statusOf } from './disk-stage.ts'
import { makeTemplate, type Template, trusting, withCopy } from './journey.ts'
import { attachStrace } from './strace.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

test('on a disk that became read-only writes are refused, reads continue, and the portal recovers', async () => {
  await withCopy(template, async (dataDir) => {
    const acknowledged = noneAcknowledged()
    const server = await startServer({ dataDir, env: trusting })
    try {
      expect((await order(template, server, acknowledged)).status).toBe(201)
      const tracer = await attachStrace(server.pid, { inject: ['pwrite64:error=EROFS'] })
      const refused = await order(template, server, acknowledged)
      expect(refused.status).toBe(503)
      expect(refused.body.code).toBe('UNAVAILABLE')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      await until('not ready', async () => (await statusOf(template, server, '/ready')) === 503)
      await expectReads(template, server)
      tracer.kill('SIGTERM')
      await tracer.exited
      await until('an order', async () => (await order(template, server, acknowledged)).status === 201)
      await expectWhole(dataDir, acknowledged)
    } finally {
      await server.kill9()
    }
  })
})

test('a database locked by another process causes 503 with Retry-After without delaying others, and the portal recovers', async () => {
  await withCopy(template, async (dataDir) => {
    const acknowledged = noneAcknowledged()
    const server = await startServer({ dataDir, env: trusting })
    const other = new Database(join(dataDir, 'portal.db'))
    try {
      other.run('PRAGMA busy_timeout = 2000')
      other.run('BEGIN IMMEDIATE')
      const waiting = order(template, server, acknowledged)
      await expectReads(template, server)
      const refused = await waiting
      expect(refused.status).toBe(503)
      expect(refused.body.code).toBe('UNAVAILABLE')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      other.run('ROLLBACK')
      await until('an order', async () => (await order(template, server, acknowledged)).status === 201)
      await expectWhole(dataDir, acknowledged)
    } finally {
      other.close()
      await server.kill9()
    }
  })
})
