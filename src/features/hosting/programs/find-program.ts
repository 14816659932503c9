import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { embeddedGateway, embeddedSiteServer } from '#server/embedded.ts'
import { placeScript } from '#server/system/programs/place-script.ts'
import type { GatewayProgram } from '../drivers/gateway-process.ts'
import type { SiteProgram } from '../drivers/site.ts'

const project = resolve(import.meta.dir, '../../../..')
// The sources need package.json for their import aliases.
const sources = [join(project, 'src'), join(project, 'package.json')]

const place = (runDir: string, name: string, embedded: string | null) =>
  placeScript({ runDir, name, source: join(import.meta.dir, `${name}.ts`), embedded })

let ofSources: string | undefined

/** A hash of the current sources: an update of a checkout is another build. */
function buildOfSources(): string {
  if (ofSources !== undefined) return ofSources
  const files = new Bun.Glob('src/**/*.ts').scanSync({ cwd: project })
  const states = Array.from(files, (file) => {
    const { size, mtimeMs } = statSync(join(project, file))
    return `${file} ${size} ${mtimeMs}`
  })
  ofSources = Bun.hash(`${Bun.version}\n${states.sort().join('\n')}`).toString(36)
  return ofSources
}

/** The command of a service's web server: there are many, so each must be small. */
export async function findSiteProgram(runDir: string): Promise<SiteProgram> {
  const { path, env, build } = await place(runDir, 'site-server', embeddedSiteServer)
  const runtime = process.execPath
  const readable = build === null ? sources : [path]
  return {
    command: [runtime, '--smol', path],
    env,
    readable: [runtime, ...readable],
    build: build ?? buildOfSources(),
  }
}

/** The command of the gateway. */
export async function findGatewayProgram(runDir: string): Promise<GatewayProgram> {
  const { path, env, build } = await place(runDir, 'gateway', embeddedGateway)
  return { command: [process.execPath, path], env, build: build ?? buildOfSources() }
}
