import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { embeddedGateway, embeddedSiteServer } from '#server/embedded.ts'
import { placeScript } from '#server/system/programs/place-script.ts'
import type { GatewayProgram } from '../drivers/gateway-process.ts'
import type { SiteProgram } from '../drivers/site.ts'

const project = resolve(import.meta.dir, '../../../..')
// Where the source finds itself by its aliases.
const sources = [join(project, 'src'), join(project, 'package.json')]

const place = (runDir: string, name: string, embedded: string | null) =>
  placeScript({ runDir, name, source: join(import.meta.dir, `${name}.ts`), embedded })

let ofSources: string | undefined

/** One value for the sources as they are now: an update of a checkout makes another program of them. */
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

/** How the web server of a service is started: there are many, so each is kept small. */
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

/** How the gateway is started. */
export async function findGatewayProgram(runDir: string): Promise<GatewayProgram> {
  const { path, env, build } = await place(runDir, 'gateway', embeddedGateway)
  return { command: [process.execPath, path], env, build: build ?? buildOfSources() }
}
