import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stripedPng } from '#test/support/images.ts'
import type { RunningServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { startTrusting } from './files-stage.ts'
import { brokenInvariants } from './findings.ts'
import { call, makeTemplate, type Template, withCopy } from './journey.ts'

const image = stripedPng(2_000, 1_500, [
  [200, 60, 60],
  [60, 160, 90],
])

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

async function requestUpload({ url }: RunningServer): Promise<string> {
  const answer = await call(`${url}/api/objects/upload`, { cookie: template.customer, json: {} })
  return ((await answer.json()) as { uploadURL: string }).uploadURL
}

const send = ({ url }: RunningServer, address: string) =>
  fetch(url + address, {
    method: 'PUT',
    body: new Uint8Array(image),
    headers: { 'content-type': 'image/png' },
  })

const save = ({ url }: RunningServer, profileImageUrl: string) =>
  fetch(`${url}/api/user/profile`, {
    method: 'PUT',
    body: JSON.stringify({ profileImageUrl }),
    headers: { 'content-type': 'application/json', cookie: template.customer },
  })

test('a photo whose portal is killed between its upload and the save can be saved after the next start', async () => {
  await withCopy(template, async (dataDir) => {
    let server = await startTrusting(dataDir)
    const offered = await requestUpload(server)
    expect((await send(server, offered)).status).toBe(200)
    await server.kill9()
    server = await startTrusting(dataDir)
    const [address = ''] = offered.split('?')
    expect((await send(server, offered)).status).toBe(404)
    expect((await save(server, address)).status).toBe(200)
    await server.kill9()
    server = await startTrusting(dataDir)
    const shown = await call(server.url + address, { cookie: template.customer })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await server.stop()
    expect(await brokenInvariants(dataDir)).toEqual([])
  })
})

test('uploads whose portal is killed are stored completely or not at all', async () => {
  await withCopy(template, async (dataDir) => {
    for (const afterMs of [20, 120, 300]) {
      let server = await startTrusting(dataDir)
      const addresses = await Promise.all(Array.from({ length: 4 }, () => requestUpload(server)))
      const sent = addresses.map((address) => send(server, address).catch(() => null))
      await Bun.sleep(afterMs)
      await server.kill9()
      const answers = await Promise.all(sent)
      server = await startTrusting(dataDir)
      for (const [at, address] of addresses.entries())
        if (answers[at]?.ok) expect((await save(server, address.split('?')[0] ?? '')).status).toBe(200)
      await server.stop()
      expect(await brokenInvariants(dataDir)).toEqual([])
    }
  })
})

test('a replaced photo leaves no bytes, even if its portal is killed meanwhile', async () => {
  await withCopy(template, async (dataDir) => {
    let server = await startTrusting(dataDir)
    const addresses = [await requestUpload(server), await requestUpload(server)]
    for (const address of addresses) {
      expect((await send(server, address)).status).toBe(200)
      expect((await save(server, address.split('?')[0] ?? '')).status).toBe(200)
    }
    await server.kill9()
    server = await startTrusting(dataDir)
    await until('the sweep', () => readdirSync(join(dataDir, 'objects')).length === 1)
    await server.stop()
    expect(await brokenInvariants(dataDir)).toEqual([])
  })
})
