import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { canMount, fill, withDisk } from './disk.ts'
import { brokenInvariants, findLosses, untilDrained } from './findings.ts'
import {
  type Acknowledged,
  call,
  makeTemplate,
  orderRequest,
  type Template,
  trusting,
  withCopy,
} from './journey.ts'
import { attachStrace } from './strace.ts'

const diskMegabytes = 80

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

type Refusal = { message: string; code: string }
type Answer = { status: number; headers: Headers; body: Refusal & { id: string; serviceId: string } }

let round = 0

/** An order of its own, noted in `known` when it was acknowledged. */
async function order(server: RunningServer, known: Acknowledged): Promise<Answer> {
  round += 1
  const domain = `shop-${round}.example.com`
  const request = orderRequest({ server, template, round }, domain)
  const response = await call(`${server.url}/api/orders`, request)
  const body = (await response.json()) as Answer['body']
  if (response.status === 201) known.orders.set(domain, body)
  return { status: response.status, headers: response.headers, body }
}

const statusOf = async (server: RunningServer, path: string): Promise<number> =>
  (await call(server.url + path, { cookie: template.customer })).status

/** Reads go on whatever happens to writes. */
async function expectReads(server: RunningServer): Promise<void> {
  for (const path of ['/health', '/terms', '/api/user', '/api/user-services', '/api/user/orders'])
    expect([path, await statusOf(server, path)]).toEqual([path, 200])
}

const nobody = (): Acknowledged => ({ orders: new Map(), approvals: [], unanswered: null })

async function expectWhole(dataDir: string, known: Acknowledged): Promise<void> {
  await untilDrained(dataDir)
  expect(findLosses(dataDir, known)).toEqual([])
  expect(await brokenInvariants(dataDir)).toEqual([])
}

test.skipIf(!canMount)(
  'on a full disk writes are refused with a message, reads continue, and the portal recovers by itself',
  async () => {
    await withDisk(diskMegabytes, (folder) =>
      withCopy(
        template,
        async (dataDir) => {
          const known = nobody()
          const server = await startServer({ dataDir, env: trusting })
          try {
            expect((await order(server, known)).status).toBe(201)
            expect(await statusOf(server, '/ready')).toBe(200)
            const filler = fill(dataDir)
            let refused = await order(server, known)
            for (let tries = 0; tries < 200 && refused.status === 201; tries += 1)
              refused = await order(server, known)
            expect(refused.status).toBe(507)
            expect(refused.body).toMatchObject({
              code: 'DISK_FULL',
              message: expect.stringMatching(/disk.*full/),
            })
            // What it found is answered for a second.
            await until('not ready', async () => (await statusOf(server, '/ready')) === 503)
            await expectReads(server)
            await rm(filler)
            expect((await order(server, known)).status).toBe(201)
            await until('ready again', async () => (await statusOf(server, '/ready')) === 200)
            await expectWhole(dataDir, known)
          } finally {
            await server.kill9()
          }
        },
        folder,
      ),
    )
  },
)

test('on a disk that became read-only writes are refused, reads continue, and the portal recovers', async () => {
  await withCopy(template, async (dataDir) => {
    const known = nobody()
    const server = await startServer({ dataDir, env: trusting })
    try {
      expect((await order(server, known)).status).toBe(201)
      const tracer = await attachStrace(server.pid, { inject: ['pwrite64:error=EROFS'] })
      const refused = await order(server, known)
      expect(refused.status).toBe(503)
      expect(refused.body.code).toBe('UNAVAILABLE')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await statusOf(server, '/ready')).toBe(503)
      await expectReads(server)
      tracer.kill('SIGTERM')
      await tracer.exited
      expect((await order(server, known)).status).toBe(201)
      await expectWhole(dataDir, known)
    } finally {
      await server.kill9()
    }
  })
})

test('a database locked by another process causes 503 with Retry-After without delaying others, and the portal recovers', async () => {
  await withCopy(template, async (dataDir) => {
    const known = nobody()
    const server = await startServer({ dataDir, env: trusting })
    const other = new Database(join(dataDir, 'portal.db'))
    try {
      other.run('PRAGMA busy_timeout = 2000')
      other.run('BEGIN IMMEDIATE')
      const waiting = order(server, known)
      await expectReads(server)
      const refused = await waiting
      expect(refused.status).toBe(503)
      expect(refused.body.code).toBe('UNAVAILABLE')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      other.run('ROLLBACK')
      expect((await order(server, known)).status).toBe(201)
      await expectWhole(dataDir, known)
    } finally {
      other.close()
      await server.kill9()
    }
  })
})
