import { walkBelow } from '../system/disk.ts'

/** All paths in these folders of one service. */
export async function* walkService(
  dataDir: string,
  serviceId: string,
  folders: readonly string[],
): AsyncGenerator<string> {
  for (const folder of folders) yield* walkBelow(dataDir, `services/${serviceId}/${folder}`)
}
