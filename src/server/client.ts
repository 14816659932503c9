import { resolve } from 'node:path'
import { readClientBuild } from '#web/client-build.ts'
import type { Client } from './app.ts'
import { embeddedFiles } from './embedded.ts'
import { listFiles, serveFiles } from './static.ts'

const built = resolve(import.meta.dir, '../../dist/client')

/** The browser side: out of the compiled program, or from the folder that `scripts/build.ts` made. */
export async function openClient(): Promise<Client> {
  const files = embeddedFiles ?? (await listFiles(built))
  return { files: await serveFiles(files), build: await readClientBuild(files) }
}
