import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runPortal } from '#test/support/server.ts'
import { makeBackup, siteOf } from './backups-stage.ts'
import { type FilesTemplate, makeFilesTemplate, sendFile, startTrusting } from './files-stage.ts'
import { makeTemplate, withCopy, withoutSites } from './journey.ts'

let template: FilesTemplate
let foreign: string
beforeAll(async () => {
  template = await makeFilesTemplate(async (server, ready) => {
    await sendFile(server, ready, { name: 'kept.txt', bytes: 'kept' })
    await makeBackup(siteOf(ready, server.dataDir), server)
  })
  foreign = (await makeTemplate()).dataDir
})
afterAll(async () => {
  for (const folder of [template.dataDir, foreign]) await rm(folder, { recursive: true, force: true })
})

test('a missing database is refused beside its data, and no archive is lost', async () => {
  await withCopy(template, async (dataDir) => {
    const archives = () => readdirSync(join(dataDir, 'backups'))
    const before = archives()
    rmSync(join(dataDir, 'portal.db'))
    const { code, stderr } = await runPortal(['serve'], { dataDir, env: withoutSites })
    expect(stderr).toMatch(/its database is missing or empty/)
    expect(code).toBe(1)
    expect(before).toHaveLength(1)
    expect(archives()).toEqual(before)
  })
})

test('a key that did not seal the data is refused, and adopted only on request', async () => {
  await withCopy(template, async (dataDir) => {
    rmSync(join(dataDir, 'secret.key'))
    await copyFile(join(foreign, 'secret.key'), join(dataDir, 'secret.key'))
    const refused = await runPortal(['serve'], { dataDir })
    expect(refused.stderr).toMatch(
      /^portal: \S+secret\.key is not the key that sealed this data: put that key back; .*\n$/,
    )
    expect((await runPortal(['doctor'], { dataDir })).stdout).toContain(
      'is not the key that sealed this data',
    )
    expect((await runPortal(['adopt'], { dataDir })).stdout).toContain('data sealed before stays closed')
    await (await startTrusting(dataDir)).stop()
  })
})
