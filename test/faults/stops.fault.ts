import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inTier } from '#test/support/tier.ts'
import { compile } from '../../scripts/build/compile.ts'
import { type FilesTemplate, makeFilesTemplate } from './files-stage.ts'
import { makeFolder, withCopy } from './journey.ts'
import { expectedLeft, launchers, type Stop, stopBySignal } from './stops.ts'

type Launcher = keyof typeof launchers | 'the compiled program'

let template: FilesTemplate
let folder: string
let commands: Record<Launcher, readonly string[]>
beforeAll(async () => {
  template = await makeFilesTemplate()
  folder = await makeFolder()
  const compiled = process.env.PORTAL_PROGRAM
  const program = compiled ?? join(folder, 'portal')
  if (compiled === undefined) await compile(program)
  commands = { ...launchers, 'the compiled program': [program] }
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(template.dataDir, { recursive: true, force: true })
})

const many: [name: Launcher, stop: Stop][] = [
  ['bun run start', { signal: 'SIGINT', to: 'group' }],
  ['bun run start', { signal: 'SIGTERM', to: 'group' }],
  ['bun run start', { signal: 'SIGHUP', to: 'group' }],
  ['bun run start', { signal: 'SIGTERM', to: 'leader' }],
  ['npx bun run start', { signal: 'SIGINT', to: 'group' }],
  ['npx bun run start', { signal: 'SIGTERM', to: 'leader' }],
  ['the compiled program', { signal: 'SIGINT', to: 'group' }],
  ['the compiled program', { signal: 'SIGTERM', to: 'leader' }],
  ['the compiled program', { signal: 'SIGHUP', to: 'leader' }],
]
const few: [name: Launcher, stop: Stop][] = [
  ['npx bun run start', { signal: 'SIGINT', to: 'group' }],
  ['bun run start', { signal: 'SIGHUP', to: 'group' }],
  ['the compiled program', { signal: 'SIGTERM', to: 'leader' }],
]

test.each(inTier({ short: few, all: many }))(
  '"%s" leaves the expected processes after %o',
  async (name, stop) => {
    await withCopy(template, async (dataDir) => {
      const left = await stopBySignal(commands[name], { dataDir, services: 1 }, stop)
      expect(left).toEqual(expectedLeft(stop, 1))
    })
  },
)

test('a program started by nohup survives the closing of its terminal, and ends at SIGTERM', async () => {
  const script = `import { onStopSignal } from '${join(import.meta.dir, '../../src/server/stop-signals.ts')}'
    onStopSignal(() => process.exit(7), { graceMs: 1_000 })
    process.on('SIGUSR2', () => console.log('here'))
    console.log('here')
    setInterval(() => {}, 1_000)`
  const child = Bun.spawn(['nohup', process.execPath, '-e', script], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const lines = child.stdout.getReader()
  await lines.read()
  child.kill('SIGHUP')
  child.kill('SIGUSR2')
  expect((await lines.read()).done).toBe(false)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(7)
})
