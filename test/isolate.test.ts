import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTestFolder } from './support/folders.ts'

const folder = makeTestFolder()
const leaky = `import { expect, test } from 'bun:test'
test('finds nothing of another file', () => {
  expect(globalThis.left).toBeUndefined()
  globalThis.left = true
})
`

beforeAll(async () => {
  const preload = join(import.meta.dir, 'isolate.ts')
  await Bun.write(join(folder, 'bunfig.toml'), `[test]\npreload = [${JSON.stringify(preload)}]\n`)
  for (const name of ['one', 'two']) await Bun.write(join(folder, `${name}.test.ts`), leaky)
  await Bun.write(
    join(folder, 'red.test.ts'),
    `import { test } from 'bun:test'\ntest('red', () => { throw 1 })\n`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

function run(...args: string[]) {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'test', ...args], { cwd: folder })
  return { exitCode, text: stderr.toString() }
}

test('a plain `bun test` isolates its files and passes its arguments on', () => {
  const { exitCode, text } = run('./one.test.ts', './two.test.ts')
  expect(text).toContain('2 pass')
  expect(exitCode).toBe(0)
  expect(run('one').text).toContain('1 pass')
})

test('a failing plain `bun test` exits with 1', () => {
  expect(run('red').exitCode).toBe(1)
})
