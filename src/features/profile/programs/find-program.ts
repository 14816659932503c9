import { join } from 'node:path'
import { embeddedPhotoProgram } from '#server/embedded.ts'
import { placeScript } from '#server/system/programs/place-script.ts'
import type { PhotoProgram } from '../drivers/photo-maker.ts'

/** Command line of the decoder program. */
export async function findPhotoProgram(runDir: string): Promise<PhotoProgram> {
  const source = join(import.meta.dir, 'photo.ts')
  const { path, env } = await placeScript({ runDir, name: 'photo', source, embedded: embeddedPhotoProgram })
  return { command: [process.execPath, '--smol', path], env }
}
