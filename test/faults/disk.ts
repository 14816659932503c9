import { closeSync, openSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './journey.ts'

/** Fills all free space of a disk with a file in this folder; answers its path. */
export function fill(folder: string): string {
  const path = join(folder, 'filler')
  const file = openSync(path, 'w')
  try {
    for (let size = 1 << 20; size >= 512; size >>= 1) {
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break
      } catch {
        // No space for this size: try smaller ones.
      }
    }
  } finally {
    closeSync(file)
  }
  return path
}

const mount = (megabytes: number, folder: string): boolean => {
  const size = `size=${megabytes}m`
  return Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stderr: 'ignore' }).success
}

const unmount = (folder: string) => Bun.spawnSync(['umount', '-l', folder])

/** Whether this process may mount small disks; tests that need one are otherwise reported as skipped. */
export const canMount: boolean = await (async () => {
  const folder = await makeFolder()
  const isMounted = mount(1, folder)
  if (isMounted) unmount(folder)
  await rm(folder, { recursive: true, force: true })
  return isMounted
})()

/** Runs `use` with a small temporary disk. @throws Error without the right to mount one */
export async function withDisk(megabytes: number, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await makeFolder()
  if (!mount(megabytes, folder)) throw new Error('a small disk needs the right to mount')
  try {
    await use(folder)
  } finally {
    unmount(folder)
    await rm(folder, { recursive: true, force: true })
  }
}
