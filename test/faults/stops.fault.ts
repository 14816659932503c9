import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { type FilesTemplate, makeFilesTemplate } from './files-stage.ts'
import { withCopy } from './journey.ts'
import { launchers, type Stop, stopBySignal } from './stops.ts'

let template: FilesTemplate
beforeAll(async () => {
  template = await makeFilesTemplate()
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

const stops: [name: keyof typeof launchers, stop: Stop][] = [
  ['bun run start', { signal: 'SIGINT', to: 'group' }],
  ['bun run start', { signal: 'SIGTERM', to: 'group' }],
  ['bun run start', { signal: 'SIGTERM', to: 'leader' }],
  ['npx bun run start', { signal: 'SIGINT', to: 'group' }],
  ['npx bun run start', { signal: 'SIGTERM', to: 'leader' }],
]

test.each(stops)('"%s" leaves no process behind when it is sent %o', async (name, stop) => {
  await withCopy(template, async (dataDir) => {
    const left = await stopBySignal(launchers[name], { dataDir, services: 1 }, stop)
    expect(left).toEqual({ portals: 0, webServers: 0 })
  })
})
