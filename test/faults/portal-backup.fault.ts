import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runPortal } from '#test/support/server.ts'
import { makeFolder, makeTemplate, type Template, withCopy, withoutSites } from './journey.ts'
import { isSound, killedAt, surviveKill, withoutCache } from './portal-backup-stage.ts'

let template: Template
let folder: string
beforeAll(async () => {
  folder = await makeFolder()
  template = await makeTemplate()
})
afterAll(async () => {
  for (const each of [template.dataDir, folder]) await rm(each, { recursive: true, force: true })
})

test('an interrupted restore continues only with the same backup, and ends with exactly its contents', async () => {
  await withCopy(template, async (dataDir) => {
    const [former, later] = [join(folder, 'former.tar'), join(folder, 'later.tar')]
    expect((await runPortal(['backup', former], { dataDir })).stderr).toBe('')
    mkdirSync(join(dataDir, 'outbox'), { recursive: true })
    writeFileSync(join(dataDir, 'outbox', 'later.eml'), 'a mail')
    expect((await runPortal(['backup', later], { dataDir })).stderr).toBe('')
    const target = join(folder, 'half')
    const restore = (file: string, options = {}) =>
      runPortal(['restore', file], { dataDir: target, ...options })
    const wrapper = killedAt('rename,renameat,renameat2')
    expect((await restore(former, { wrapper, env: withoutCache })).stdout).toBe('')
    const half = readdirSync(join(target, 'restoring')).sort()
    expect(half).toContain('whole')

    const refused = await restore(later)
    expect(refused.stderr).toMatch(/has a partial restore of former\.tar: finish that one first/)
    expect(refused.code).toBe(1)
    expect(readdirSync(join(target, 'restoring')).sort()).toEqual(half)
    expect((await restore(former)).stdout).toContain(`${former} restored`)
    expect(existsSync(join(target, 'restoring'))).toBe(false)
    expect(existsSync(join(target, 'outbox', 'later.eml'))).toBe(false)
    await isSound(target)
  })
})

test('after kill -9 at the first file of a restore the portal starts only once the restore has been completed', async () => {
  const file = join(folder, 'small.tar')
  expect((await runPortal(['backup', file], { dataDir: template.dataDir })).stderr).toBe('')
  const restore = { file, dataDir: join(folder, 'killed'), env: withoutSites }
  expect(await surviveKill(restore, { calls: 'link,linkat', when: 1 })).toBe(true)
})
