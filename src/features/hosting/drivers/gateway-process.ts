import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerProcess } from './driver.ts'
import { checkMs, startMs } from './launch.ts'
import { end } from './process-driver.ts'
import { parseNote, type RunFolder } from './run-folder.ts'

/** The command that starts the gateway; `build` identifies the version of its program. */
export type GatewayProgram = { command: string[]; env: Record<string, string>; build: string }

const pidFile = (folder: RunFolder) => join(folder.path, 'gateway.json')
const defaultStopMs = 12_000

/** The gateway process that an earlier portal left running on this data folder; null if none. */
export async function findGatewayProcess(folder: RunFolder): Promise<ServerProcess | null> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '')
  return parseNote(text, folder.gatewaySocket)
}

/** Starts a gateway process that waits for its portal. @throws Error when it exits or does not respond */
export async function startGatewayProcess(
  folder: RunFolder,
  { command, env, build }: GatewayProgram,
): Promise<ServerProcess> {
  const args = ['--control', folder.gatewaySocket, '--pid-file', pidFile(folder), '--build', build]
  const child = Bun.spawn([...command, ...args], {
    // Bun reads settings from its working folder: never one with customer files.
    cwd: folder.path,
    // No settings or secrets of the portal.
    env,
    // Terminal signals are for the portal, which ends its processes itself.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  child.unref()
  const deadline = performance.now() + startMs
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const noted = await findGatewayProcess(folder)
    if (noted?.pid === child.pid) return noted
    await Bun.sleep(checkMs)
  }
  child.kill('SIGKILL')
  throw new Error(`the gateway exited with ${child.exitCode ?? child.signalCode ?? 'no answer'}`)
}

/** Ends the process and removes its files: SIGTERM first, then SIGKILL after `stopMs`. */
export async function endGatewayProcess(
  folder: RunFolder,
  process: ServerProcess,
  stopMs = defaultStopMs,
): Promise<void> {
  const noted = await findGatewayProcess(folder)
  // Another process has replaced it.
  if (noted !== null && noted.pid !== process.pid) return
  if (noted !== null) await end(noted, stopMs)
  await rm(pidFile(folder), { force: true })
  await rm(folder.gatewaySocket, { force: true })
}
