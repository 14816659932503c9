import { readdir, rm } from 'node:fs/promises'
import type { EngineHost } from '#server/system/programs/engine-host.ts'

const prefix = 'data.new'

/** What attempts that were cut off have left is gone, save where one of their programs still writes: that is for next time. */
export async function sweepDrafts(host: EngineHost): Promise<void> {
  const names = await readdir(host.path())
  for (const name of names.filter((each) => each.startsWith(prefix)))
    await rm(host.path(name), { recursive: true, force: true }).catch(() => {})
}

/**
 * The name of a new folder in which an engine's data is set up. No two attempts have the same one: the program of a portal
 * that was killed may still be at work in its own.
 */
export async function makeDraft(host: EngineHost): Promise<string> {
  const name = `${prefix}-${crypto.randomUUID()}`
  await host.makeOwn(name)
  return name
}
