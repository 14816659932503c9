import { readdir, rm } from 'node:fs/promises'
import type { EngineHost } from '#server/system/programs/engine-host.ts'

const prefix = 'data.new'

/**
 * Removes the folders of interrupted attempts, unless one of their programs still writes there; those wait until the next time.
 */
export async function sweepDrafts(host: EngineHost): Promise<void> {
  const names = await readdir(host.path())
  for (const name of names.filter((each) => each.startsWith(prefix)))
    await rm(host.path(name), { recursive: true, force: true }).catch(() => {})
}

/**
 * The name of a new folder for setting up an engine's data. It is unique, because a program of a killed portal may still be
 * writing to an earlier one.
 */
export async function makeDraft(host: EngineHost): Promise<string> {
  const name = `${prefix}-${crypto.randomUUID()}`
  await host.makeOwn(name)
  return name
}
