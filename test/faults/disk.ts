import { closeSync, openSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './journey.ts'

/** Takes all the room that is left on a disk with a file in this folder; its path. */
export function fill(folder: string): string {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  try {
    for (let size = 1 << 20; size >= 512; size >>= 1) {
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break
      } catch {
        // No room for one of this size: try smaller ones.
      }
    }
  } finally {
    closeSync(file)
  }
  return path
}

/** Runs `use` with a small disk of its own; says so and does not where that needs rights this process does not have. */
export async function withDisk(megabytes: number, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await makeFolder()
  const size = `size=${megabytes}m`
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stderr: 'ignore' })
  try {
    if (mounted.success) await use(folder)
    else console.log('skipped: a small disk needs the right to mount (root)')
  } finally {
    if (mounted.success) Bun.spawnSync(['umount', '-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
}
