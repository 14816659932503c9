import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { layFiles } from '#test/support/backups.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { encodeHeader, NotWhole, readEntries } from './tar.ts'
import { BackupWriter } from './writer.ts'

const long = `services/${'a'.repeat(36)}/public/${'ordner/'.repeat(40)}`
const names = ['short.txt', `${long}page.html`, 'Ünïcode – नमस्ते.txt', 'empty']
const contents = (name: string) => (name === 'empty' ? '' : `${name}\n`.repeat(1_000))

async function write(folder: string): Promise<string> {
  layFiles(join(folder, 'in'), Object.fromEntries(names.map((name) => [name, contents(name)])))
  mkdirSync(join(folder, 'in', 'a folder'))
  const file = join(folder, 'out.tar')
  const handle = await open(file, 'wx')
  const writer = new BackupWriter(handle)
  for (const name of [...names, 'a folder']) expect(await writer.add(join(folder, 'in'), name)).toBe(true)
  expect(await writer.add(join(folder, 'in'), 'never was')).toBe(false)
  await writer.addText('end.json', '{}')
  await writer.end()
  await handle.close()
  return file
}

test('an archive is read back byte for byte, regardless of file names', async () => {
  const file = await write(makeTestFolder())
  const handle = await open(file, 'r')
  const found: [string, string | null][] = []
  for await (const entry of readEntries(handle)) {
    const parts: Buffer[] = []
    for await (const part of entry.read()) parts.push(part)
    found.push([entry.path, entry.kind === 'folder' ? null : Buffer.concat(parts).toString()])
  }
  await handle.close()
  expect(found).toEqual([
    ...names.map((name): [string, string] => [name, contents(name)]),
    ['a folder', null],
    ['end.json', '{}'],
  ])
})

test('the system’s tar reads the archive too', async () => {
  const folder = makeTestFolder()
  const file = await write(folder)
  mkdirSync(join(folder, 'out'))
  const { exitCode } = Bun.spawnSync(['tar', 'xf', file, '-C', join(folder, 'out')])
  expect(exitCode).toBe(0)
  for (const name of names) expect(readFileSync(join(folder, 'out', name), 'utf8')).toBe(contents(name))
})

test('a file too large for the size field has its actual size', async () => {
  const folder = makeTestFolder()
  const file = join(folder, 'big.tar')
  const sizeBytes = 9 * 1_024 ** 3
  await Bun.write(file, encodeHeader({ path: 'big', kind: 'file', sizeBytes, mode: 0o644 }))
  const handle = await open(file, 'r')
  const { value } = await readEntries(handle).next()
  expect(value).toMatchObject({ path: 'big', sizeBytes })
  await handle.close()
})

test('a truncated archive is never accepted as complete', async () => {
  const file = await write(makeTestFolder())
  const bytes = readFileSync(file)
  for (const length of [0, 100, 512, 700, Math.floor(bytes.length / 2), bytes.length - 1_024]) {
    await Bun.write(file, bytes.subarray(0, length))
    const handle = await open(file, 'r')
    const readAll = async () => {
      for await (const entry of readEntries(handle)) for await (const _ of entry.read());
    }
    await expect(readAll()).rejects.toThrow(NotWhole)
    await handle.close()
  }
})
