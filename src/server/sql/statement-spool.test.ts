import { describe, expect, test } from 'bun:test'
import { existsSync, fstatSync, readdirSync, readlinkSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { mib } from '#shared/bytes.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { EngineRefused } from '../system/programs/engine-refused.ts'
import { EngineUnavailable } from '../system/programs/engine-unavailable.ts'
import { longestStatement, newSpool, StatementSpool, spoolMemory } from './statement-spool.ts'

/** Bytes in this process's open files that have no name in the folder. */
const inFiles = (folder: string): number =>
  readdirSync('/proc/self/fd').reduce((sum, fd) => sum + sizeIn(folder, fd), 0)

function sizeIn(folder: string, fd: string): number {
  try {
    const { path, size } = { path: readlinkSync(`/proc/self/fd/${fd}`), size: fstatSync(Number(fd)).size }
    return path.startsWith(folder) && path.endsWith(' (deleted)') ? size : 0
  } catch {
    return 0
  }
}

describe('a statement spool', () => {
  const open = () => {
    const folder = makeTestFolder()
    return { folder, spool: newSpool(folder) }
  }

  test('returns the added strings and bytes, repeatedly', async () => {
    await using spool = open().spool
    for (const size of [0, 1, spoolMemory, spoolMemory + 1, 3 * spoolMemory - 7]) {
      const piece = Buffer.alloc(size, 'abcdefg\xff', 'latin1')
      await spool.add(piece, 1)
      await spool.add('\xe4;', 1)
      await spool.add(piece.toString('latin1'), 1)
      expect(spool.length).toBe(2 * size + 2)
      const all = await spool.take()
      expect(all.equals(Buffer.concat([piece, Buffer.from('\xe4;', 'latin1'), piece]))).toBe(true)
      expect(spool.length).toBe(0)
    }
  })

  test('buffers a limited part in memory, and the rest in a file without a name', async () => {
    const { folder, spool } = open()
    const piece = Buffer.alloc(mib)
    for (let count = 0; count < 64; count += 1) {
      await spool.add(piece, 1)
      expect(spool.length - inFiles(folder)).toBeLessThanOrEqual(spoolMemory)
      expect(readdirSync(folder, { recursive: true }).filter((name) => name !== 'incoming')).toEqual([])
    }
    await spool.clear()
    expect(inFiles(folder)).toBe(0)
    await spool[Symbol.asyncDispose]()
  })

  test('refuses a statement that is too long', async () => {
    await using spool = open().spool
    await spool.add(Buffer.alloc(longestStatement), 7)
    const refused = spool.add('x', 7)
    await expect(refused).rejects.toBeInstanceOf(EngineRefused)
    await expect(refused).rejects.toThrow('Line 7: the statement is longer than 64 MB.')
  })

  const failure = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

  test('reports a disk that is full before or during writing', async () => {
    const handle = { write: () => failure('ENOSPC'), close: async () => {} } as unknown as FileHandle
    for (const open of [() => failure('ENOSPC'), () => failure('EDQUOT'), async () => handle]) {
      await using spool = new StatementSpool(open)
      const refused = spool.add(Buffer.alloc(spoolMemory + 1), 1)
      await expect(refused).rejects.toBeInstanceOf(EngineUnavailable)
      await expect(refused).rejects.toThrow("The portal's disk is full. Please try again later.")
    }
  })

  test('reports a missing folder without creating it', async () => {
    const folder = join(makeTestFolder(), 'not-mounted')
    await using spool = newSpool(folder)
    const refused = spool.add(Buffer.alloc(spoolMemory + 1), 1)
    await expect(refused).rejects.toThrow('The portal cannot write to its disk. Please try again later.')
    expect(existsSync(folder)).toBe(false)
  })
})
