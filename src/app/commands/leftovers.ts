import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Feature } from '#server/feature.ts'
import type { Env } from '#server/settings.ts'
import { writeOwnRecord } from '#server/system/programs/process-record.ts'
import { features } from '../features.ts'

/** The record of the portal that runs on this machine. */
export const portalRecord = (runDir: string): string => join(runDir, 'portal.json')

/** Records this process for `portal stop`, with the time for which its sites stay up afterwards. */
export function recordPortal(file: string, { HANDOVER_SECONDS, SITES_PORT }: Env): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeOwnRecord({ file, handoverSeconds: SITES_PORT === 0 ? 0 : HANDOVER_SECONDS, now: () => new Date() })
}

/** Ends all processes that a portal started on this machine; returns the name of each. */
export async function endLeftovers(env: Env): Promise<string[]> {
  const all: readonly Feature[] = features
  const ended = await Promise.all(all.map(async (feature) => (await feature.endLeft?.(env)) ?? []))
  return ended.flat()
}
