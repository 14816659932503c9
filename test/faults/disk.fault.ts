import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { canMount, fill, withDisk } from './disk.ts'
import { expectReads, expectWhole, noneAcknowledged, order, statusOf } from './disk-stage.ts'
import { makeTemplate, type Template, trusting, withCopy } from './journey.ts'

const diskMegabytes = 80

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

test.skipIf(!canMount)(
  'on a full disk writes are refused with a message, reads continue, and the portal recovers automatically',
  async () => {
    await withDisk(diskMegabytes, (folder) =>
      withCopy(
        template,
        async (dataDir) => {
          const acknowledged = noneAcknowledged()
          const server = await startServer({ dataDir, env: trusting })
          try {
            expect((await order(template, server, acknowledged)).status).toBe(201)
            expect(await statusOf(template, server, '/ready')).toBe(200)
            const filler = fill(dataDir)
            let refused = await order(template, server, acknowledged)
            for (let tries = 0; tries < 200 && refused.status === 201; tries += 1)
              refused = await order(template, server, acknowledged)
            expect(refused.status).toBe(507)
            expect(refused.body).toMatchObject({
              code: 'DISK_FULL',
              message: expect.stringMatching(/disk.*full/),
            })
            // The readiness check caches its result for a second.
            await until('not ready', async () => (await statusOf(template, server, '/ready')) === 503)
            await expectReads(template, server)
            await rm(filler)
            await until('room', async () => (await order(template, server, acknowledged)).status === 201)
            await until('ready again', async () => (await statusOf(template, server, '/ready')) === 200)
            await expectWhole(dataDir, acknowledged)
          } finally {
            await server.kill9()
          }
        },
        folder,
      ),
    )
  },
)
