import { walkBelow } from '../system/disk.ts'

/** What there is of these folders of one service, by path. */
export async function* walkService(
  dataDir: string,
  serviceId: string,
  folders: readonly string[],
): AsyncGenerator<string> {
  for (const folder of folders) yield* walkBelow(dataDir, `services/${serviceId}/${folder}`)
}
