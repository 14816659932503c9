import { afterAll, expect, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeTestFolder } from '#test/support/folders.ts'
import { bundle } from './bundle.ts'

const root = resolve(import.meta.dir, '../..')
const folder = makeTestFolder()
afterAll(() => rm(folder, { recursive: true }))

/** Builds the bundle; the hash of each of its files by name. */
async function build(name: string): Promise<Record<string, string>> {
  const outdir = join(folder, name)
  await bundle({ root, outdir, minify: true })
  const files = await readdir(join(outdir, 'assets'))
  const hashOf = async (file: string) => Bun.hash(await Bun.file(join(outdir, 'assets', file)).bytes())
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, (await hashOf(file)).toString(36)] as const)),
  )
}

test('the browser bundle keeps its names and bytes when nothing has changed', async () => {
  const first = await build('first')
  expect(Object.keys(first).length).toBeGreaterThan(10)
  expect(await build('second')).toEqual(first)
}, 300_000)
