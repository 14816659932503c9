import { mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SiteProgram } from '#features/servers/drivers/site.ts'
import { embeddedSiteServer } from './embedded.ts'

const source = resolve(import.meta.dir, 'commands/site-server.ts')

/**
 * How the web server of a service is started. From source it is an entry of its own. The compiled program carries it as one
 * script, written into the data folder, and runs it as plain Bun: loading the whole program again would take ten times the memory.
 */
export async function findSiteProgram(dataDir: string): Promise<SiteProgram> {
  if (embeddedSiteServer === null) return { command: [process.execPath, '--smol', source], env: {} }
  const folder = join(dataDir, 'run')
  const path = join(folder, `site-server-${Bun.hash(embeddedSiteServer).toString(36)}.js`)
  if (!(await Bun.file(path).exists())) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await Bun.write(`${path}.${process.pid}`, embeddedSiteServer)
    await rename(`${path}.${process.pid}`, path)
  }
  return { command: [process.execPath, '--smol', path], env: { BUN_BE_BUN: '1' } }
}
