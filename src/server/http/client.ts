import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Client } from '#app/app.ts'
import { readClientBuild } from '#web/client-build.ts'
import { embeddedFiles } from '../embedded.ts'
import { listFiles, serveFiles } from './static.ts'

/** The folder of a build, by mode: `bun dev` and `bun run start` each have their own. */
export const clientFolder = (mode: string): string =>
  resolve(import.meta.dir, '../../../dist', mode === 'development' ? 'client-dev' : 'client')

/**
 * The browser build: from the compiled program, or from the folder that `scripts/build/client.ts` created.
 * @throws Error with one line when there is none
 */
export async function openClient(folder = clientFolder('production')): Promise<Client> {
  if (!embeddedFiles && !existsSync(join(folder, 'manifest.json')))
    throw new Error(`${folder} is not built: run \`bun run start\`, which builds and serves it`)
  const files = embeddedFiles ?? (await listFiles(folder))
  return { files: await serveFiles(files), build: await readClientBuild(files) }
}
