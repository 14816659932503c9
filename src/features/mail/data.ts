import { eachName } from '#server/disk.ts'
import type { DataFolder } from '#server/feature.ts'

/** Mails that were written to files. */
async function* walk(dataDir: string): AsyncGenerator<string> {
  for await (const name of eachName(`${dataDir}/outbox`)) if (name.endsWith('.eml')) yield `outbox/${name}`
}

export const data: readonly DataFolder[] = [{ folder: 'outbox', walk }]
