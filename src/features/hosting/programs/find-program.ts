import { mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { embeddedGateway, embeddedSiteServer } from '#server/embedded.ts'
import { version } from '#server/version.ts'
import type { GatewayProgram } from '../drivers/gateway-process.ts'
import type { SiteProgram } from '../drivers/site.ts'

const project = resolve(import.meta.dir, '../../../..')
// Where the source finds itself by its aliases.
const sources = [join(project, 'src'), join(project, 'package.json')]

/**
 * Where a program of its own lies. From source it is an entry of its own. The compiled program carries it as one script, which
 * is written into the folder of this node and run as plain Bun: loading the whole program again would take ten times the memory.
 */
async function placeScript(runDir: string, name: string, embedded: string | null) {
  if (embedded === null) {
    const path = join(import.meta.dir, `${name}.ts`)
    return { path, env: {}, build: version, readable: sources }
  }
  const build = Bun.hash(embedded).toString(36)
  const path = join(runDir, `${name}-${build}.js`)
  if (!(await Bun.file(path).exists())) {
    await mkdir(runDir, { recursive: true, mode: 0o700 })
    await Bun.write(`${path}.${process.pid}`, embedded)
    await rename(`${path}.${process.pid}`, path)
  }
  return { path, env: { BUN_BE_BUN: '1' }, build, readable: [path] }
}

/** How the web server of a service is started: there are many, so each is kept small. */
export async function findSiteProgram(runDir: string): Promise<SiteProgram> {
  const { path, env, readable } = await placeScript(runDir, 'site-server', embeddedSiteServer)
  const runtime = process.execPath
  return { command: [runtime, '--smol', path], env, readable: [runtime, ...readable] }
}

/** How the gateway is started. */
export async function findGatewayProgram(runDir: string): Promise<GatewayProgram> {
  const { path, env, build } = await placeScript(runDir, 'gateway', embeddedGateway)
  return { command: [process.execPath, path], env, build }
}
