import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNginx } from '#features/hosting/drivers/nginx.ts'
import { sendRaw } from '#test/support/raw.ts'
import { type RunningServer, startServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import {
  call,
  makeFolder,
  makeTemplate,
  type Order,
  orderRequest,
  type Template,
  trusting,
} from './journey.ts'

let template: Template
let folder: string
beforeAll(async () => {
  template = await makeTemplate()
  folder = await makeFolder()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(template.dataDir, { recursive: true, force: true })
})

type Stats = { networkIn: number; networkOut: number }

describe.each(['site', 'nginx'].filter((driver) => driver === 'site' || findNginx() !== null))(
  'with the web servers of %s',
  (driver) => {
    let dataDir: string
    let portal: RunningServer
    let order: Order

    const start = () => startServer({ dataDir, env: { ...trusting, SERVER_DRIVER: driver } })
    const site = (path = '') => `${portal.sitesUrl}/sites/${order.serviceId}/${path}`
    const read = async <T>(path: string) =>
      (await (await call(`${portal.url}/api/${path}`, { cookie: template.customer })).json()) as T
    const answers = (status: number) =>
      until(`a ${status}`, async () => (await fetch(site())).status === status)
    const pidOf = async (): Promise<number | null> => {
      const note = Bun.file(join(dataDir, 'run', `${order.serviceId}.pid.json`))
      return (await note.json().catch(() => null))?.pid ?? null
    }
    const moved = () => read<Stats>(`server-stats/${order.serviceId}`)
    /** The bytes sent, once all of the gateway’s counts have arrived: it reports every half second. */
    const standing = () => {
      let last = -1
      return until('unchanging metrics', async () => {
        const { networkOut } = await moved()
        if (networkOut > 0 && networkOut === last) return networkOut
        last = networkOut
        await Bun.sleep(1_500)
        return null
      })
    }
    /** The figures in the store. */
    const stored = () => {
      const database = new Database(join(dataDir, 'portal.db'), { readwrite: true })
      try {
        const query = 'select sum(bytes_out) bytes from service_traffic where service_id = ?'
        return database.query<{ bytes: number | null }, string[]>(query).get(order.serviceId)?.bytes ?? 0
      } finally {
        database.close()
      }
    }
    const size = (index: number) => index ** 3 * 13 + 1
    /** Bytes of the whole answer, including its head. */
    const download = async (name: string) => {
      const { host, port, pathname } = new URL(site(name))
      const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      return (await sendRaw(Number(port), request)).length
    }

    beforeAll(async () => {
      dataDir = join(folder, driver)
      await cp(template.dataDir, dataDir, { recursive: true })
      portal = await start()
      const { cookie, headers, json } = orderRequest(
        { server: portal, template, round: 1 },
        'shop.example.com',
      )
      order = (await (await call(`${portal.url}/api/orders`, { cookie, headers, json })).json()) as Order
      const approval = `${portal.url}/api/admin/orders/${order.id}/approve`
      await call(approval, { cookie: template.administrator, json: {} })
    })
    afterAll(async () => {
      await portal.stop()
    })

    test('an active service is served by path and by host, and reports its address', async () => {
      await answers(200)
      const { url } = await read<{ url: string }>(`user-services/${order.serviceId}`)
      expect(url).toBe(site())
      expect(await (await fetch(url)).text()).toContain('This site is ready')
      const named = await fetch(`${portal.sitesUrl}/`, { headers: { host: 'shop.example.com' } })
      expect(await named.text()).toContain('This site is ready')
    })

    test('the traffic of twenty downloads is counted to the byte, and kept over a restart of the portal', async () => {
      const root = join(dataDir, 'services', order.serviceId, 'public')
      const before = await standing()
      let total = 0
      for (let index = 0; index < 20; index += 1) {
        await writeFile(join(root, `${index}.bin`), new Uint8Array(size(index)))
        const bytes = await download(`${index}.bin`)
        expect(bytes).toBeGreaterThan(size(index))
        total += bytes
      }
      const after = await until('the sample', async () => {
        const { networkOut } = await moved()
        return networkOut - before >= total ? networkOut : null
      })
      expect(after - before).toBe(total)
      await portal.stop()
      portal = await start()
      await answers(200)
      const { networkOut } = await until('metrics', async () => {
        const stats = await moved()
        return stats.networkOut > 0 ? stats : null
      })
      // Plus the page requested since then, as often as it took.
      expect(networkOut).toBeGreaterThanOrEqual(after)
      expect(networkOut - after).toBeLessThan(100_000)
    })

    test('a killed web server causes a 502 page, never a hanging request, until another one runs', async () => {
      await answers(200)
      const control = async (path: string, json: unknown) => {
        const answer = await call(`${portal.url}/api/${path}/${order.serviceId}`, {
          cookie: template.customer,
          json,
        })
        expect(answer.status).toBe(200)
      }
      await control('server-settings', { autoRestart: false })
      const pid = await until('a process', pidOf)
      process.kill(pid, 'SIGKILL')
      const down = await until('a page', async () => {
        const answer = await fetch(site(), { signal: AbortSignal.timeout(10_000) })
        return answer.status === 200 ? null : answer
      })
      expect([down.status, down.headers.get('retry-after')]).toEqual([502, '5'])
      expect(await down.text()).toContain('This site is not running')
      const status = async () => (await read<{ status: string }>(`user-services/${order.serviceId}`)).status
      await until('stopped', async () => (await status()) === 'stopped')
      expect((await fetch(site())).status).toBe(502)
      await control('server-settings', { autoRestart: true })
      await control('server-start', {})
      await answers(200)
      expect(await pidOf()).not.toBe(pid)
    })

    test('a killed portal loses at most the last five seconds of traffic counts', async () => {
      await answers(200)
      const before = stored()
      await (await fetch(site('19.bin'))).bytes()
      const kept = await until('the flush', async () => (stored() >= before + size(19) ? stored() : null))
      await portal.kill9()
      portal = await start()
      await answers(200)
      // The gateway continued meanwhile; it finds the web server again a little later.
      await until('the metrics', async () => (await moved()).networkOut >= kept)
    })
  },
)
