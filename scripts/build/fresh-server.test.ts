import { beforeEach, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { findFreshServer, type ServerBuildInfo } from './fresh-server.ts'

let checkout: string
const at = (path: string) => join(checkout, path)
const noteBuild = (note: Partial<ServerBuildInfo> = {}) =>
  writeFileSync(
    at('dist/server/build.json'),
    JSON.stringify({ builtAt: Date.now(), root: checkout, ...note }),
  )

beforeEach(async () => {
  checkout = makeTestFolder()
  for (const folder of ['src/app', 'db', 'public', 'scripts/build', 'dist/server'])
    mkdirSync(at(folder), { recursive: true })
  for (const file of ['src/app/main.ts', 'bun.lock', 'package.json', 'tsconfig.json'])
    writeFileSync(at(file), '')
  // File times have the resolution of the kernel's clock tick.
  await Bun.sleep(20)
  noteBuild()
  await Bun.sleep(20)
})

test('starts the built server as long as its inputs are unchanged', () => {
  expect(findFreshServer(checkout)).toBe(at('dist/server/src/app/main.js'))
})

const changes: Record<string, () => void> = {
  'a changed file': () => writeFileSync(at('src/app/main.ts'), 'changed'),
  'a file with an old time': () => {
    writeFileSync(at('src/app/main.ts'), 'changed')
    utimesSync(at('src/app/main.ts'), 1, 1)
  },
  'a new file': () => writeFileSync(at('db/new.ts'), ''),
  'a file that is gone': () => rmSync(at('src/app/main.ts')),
  'a renamed file': () => renameSync(at('src/app/main.ts'), at('src/app/other.ts')),
  'other packages': () => writeFileSync(at('bun.lock'), 'changed'),
  'a build that was never finished': () => rmSync(at('dist/server/build.json')),
  'a build of another checkout': () => noteBuild({ root: '/elsewhere' }),
}

test.each(Object.keys(changes))('starts the sources instead: %s', (name) => {
  changes[name]?.()
  expect(findFreshServer(checkout)).toBeNull()
})
