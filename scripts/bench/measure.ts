import { join } from 'node:path'

// What the benchmarks share: servers as child processes, requests from another process, CPU time of the server alone.

const connections = 16
// One customer of a benchmark asks more in a second than a person in an hour.
const unlimited = { READS_PER_MINUTE: '0', WRITES_PER_MINUTE: '0', HELD_NAMES: '0' }
const here = import.meta.dir

/** `etag` when the request says which answer it has. */
export type Target = { name: string; url: string; pid: number; etag?: string }
export type Running = { url: string; pid: number; stop(): Promise<void>; firstAnswerMs: number }

/** A server as a child process, asked at `path` once it has printed its address, and how long that took. */
export async function start(command: string[], env: Record<string, string>, path: string): Promise<Running> {
  const started = performance.now()
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...unlimited, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  let url = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk)
    url = /"url":"([^"]+)"/.exec(text)?.[1] ?? ''
    if (url) break
  }
  if (!url) throw new Error(`it did not start: ${text.trim().split('\n').at(-1)}`)
  await (await fetch(`${url}${path}`)).arrayBuffer()
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { url, pid: child.pid, stop, firstAnswerMs: performance.now() - started }
}

/** Seconds of CPU time a process has used, in user and in system mode, all threads. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export type Load = (target: Target) => Promise<void>

/** The process that makes the requests: its CPU time is not the servers'. */
export function openLoad(cookie: string, requests: number): { load: Load; stop(): Promise<void> } {
  const child = Bun.spawn([process.execPath, join(here, 'load.ts')], { stdin: 'pipe', stdout: 'pipe' })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  return {
    async load({ name, url, etag }) {
      child.stdin.write(`${JSON.stringify({ url, cookie, requests, connections, etag })}\n`)
      await child.stdin.flush()
      const { value } = await reader.read()
      const { failed } = JSON.parse(decoder.decode(value)) as { failed: number }
      if (failed > 0) throw new Error(`${failed} requests to ${name} failed`)
    },
    async stop() {
      await child.stdin.end()
      await child.exited
    },
  }
}

/** CPU seconds of each target over all rounds; one round each, in turn, and a first one that does not count. */
export async function measure(
  targets: Target[],
  { load, rounds }: { load: Load; rounds: number },
): Promise<Map<string, number>> {
  const spent = new Map<string, number>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const target of targets) {
      const before = await cpuSeconds(target.pid)
      await load(target)
      const used = (await cpuSeconds(target.pid)) - before
      if (round > 0) spent.set(target.name, (spent.get(target.name) ?? 0) + used)
    }
  }
  return spent
}
