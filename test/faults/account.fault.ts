import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#test/support/until.ts'
import { type FilesTemplate, makeFilesTemplate, sendFile, startTrusting } from './files-stage.ts'
import { brokenInvariants } from './findings.ts'
import { call, withCopy } from './journey.ts'

const kills = 3
const files = 6
const bytesOfFile = 24 * 1024 * 1024

let template: FilesTemplate
beforeAll(async () => {
  template = await makeFilesTemplate(async (server, ready) => {
    // Incompressible data takes time to archive, so that a kill can hit the middle.
    for (let at = 0; at < files; at += 1) {
      const bytes = Buffer.alloc(bytesOfFile)
      for (let from = 0; from < bytesOfFile; from += 65_536)
        crypto.getRandomValues(bytes.subarray(from, from + 65_536))
      expect((await sendFile(server, ready, { name: `${at}.bin`, bytes })).status).toBe(201)
    }
  })
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const folderOf = (dataDir: string) => join(dataDir, 'exports')
const namesIn = (dataDir: string): string[] =>
  existsSync(folderOf(dataDir)) ? readdirSync(folderOf(dataDir)) : []

function inDatabase<T>(dataDir: string, work: (db: Database) => T): T {
  const db = new Database(join(dataDir, 'portal.db'), { readwrite: true })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

test('an export whose portal is killed while writing it is complete once it is ready, and leaves nothing else', async () => {
  await withCopy(template, async (dataDir) => {
    const cookie = template.customer
    let server = await startTrusting(dataDir)
    const asked = await call(`${server.url}/api/user/export`, { cookie, json: {} })
    expect(asked.status).toBe(202)
    const { id } = (await asked.json()) as { id: string }
    for (let killed = 0; killed < kills; killed += 1) {
      await until('the middle', () => namesIn(dataDir).some((name) => name.endsWith('.tmp')))
      await server.kill9()
      expect(namesIn(dataDir)).not.toContain(`${id}.zip`)
      server = await startTrusting(dataDir)
    }
    await until('the archive', () => namesIn(dataDir).includes(`${id}.zip`))
    const state = async () =>
      (await (await call(`${server.url}/api/user/export`, { cookie })).json()) as { status: string }
    await until('its end', async () => (await state()).status === 'ready')
    const answer = await call(`${server.url}/api/user/export/${id}/download`, { cookie })
    const path = join(dataDir, 'taken.zip')
    await Bun.write(path, answer)
    const checked = Bun.spawnSync(['unzip', '-tqq', path])
    expect([checked.exitCode, checked.stderr.toString()]).toEqual([0, ''])
    expect(Bun.file(path).size).toBeGreaterThan(files * bytesOfFile)
    await until('the end of the archive', () => !namesIn(dataDir).includes(`${id}.zip`))
    await server.stop()
    expect(await brokenInvariants(dataDir)).toEqual([])
  })
})

test('an account whose portal is killed while deleting it is closed after the next start, and its session has ended', async () => {
  await withCopy(template, async (dataDir) => {
    const cookie = template.customer
    let server = await startTrusting(dataDir)
    const path = '/api/user/deletion'
    const asked = await call(server.url + path, { cookie, json: { password: 'a long enough password' } })
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('"waiting"')])
    await server.stop()
    // As if its grace period were over, and its owner had been reminded.
    inDatabase(dataDir, (db) => db.run('update account_deletions set ends_at = 1, reminded_at = 1'))
    const read = () =>
      inDatabase(dataDir, (db) =>
        db.query<{ status: string; step: string | null }, []>('select * from account_deletions').get(),
      )
    server = await startTrusting(dataDir)
    await until('its first step', () => read()?.status !== 'waiting')
    await server.kill9()
    server = await startTrusting(dataDir)
    await until('its end', () => read()?.status === 'done')
    expect((await call(`${server.url}/api/user`, { cookie })).status).toBe(401)
    await server.stop()
    expect(await brokenInvariants(dataDir)).toEqual([])
  })
})
