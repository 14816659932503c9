import { existsSync, readdirSync } from 'node:fs'

/** Calls that change a disk, or make a change durable: a kill anywhere between two of them leaves the same bytes. */
const lasting = 'fsync,fdatasync,writev,rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat'.split(
  ',',
)

export type Steps = {
  /** Steps taken so far. */
  taken: () => number
  /** Lets the process run freely again. */
  leave: () => Promise<void>
  /** Resolves when the tracer has ended, after the process or after `leave`. */
  gone: Promise<unknown>
}

type StepOptions = {
  calls?: readonly string[]
  /** Called at each step, while every thread of the process is halted; a kill here is one at exactly this call. */
  onStep?: (step: number) => void
}

/**
 * Halts the process after each of the calls, on any thread, and then resumes it: strace’s own counter is per
 * thread, and a thread pool makes its n-th call a different one each time.
 */
export async function stepThrough(
  pid: number,
  { calls = lasting, onStep }: StepOptions = {},
): Promise<Steps> {
  const set = calls.join(',')
  const tracer = Bun.spawn(
    ['strace', '-f', '-e', `trace=${set}`, '-e', `inject=${set}:signal=STOP`, '-p', String(pid)],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  )
  const attached = Promise.withResolvers<void>()
  let taken = 0
  const halted = new Set<string>()
  let isLeft = false
  let patience: Timer | undefined
  const goOn = () => {
    try {
      process.kill(pid, 'SIGCONT')
    } catch {
      // The step at which the process was killed.
    }
  }
  const step = () => {
    clearTimeout(patience)
    halted.clear()
    taken += 1
    if (!isLeft) onStep?.(taken)
    goOn()
  }
  const follow = async () => {
    for await (const line of linesOf(tracer.stderr)) {
      if (line.includes('attached')) attached.resolve()
      if (!line.includes('stopped by SIGSTOP')) continue
      halted.add(line.slice(0, line.indexOf(']')))
      // The halt concerns all threads: resumed before the last one is halted, some would miss it.
      if (halted.size >= threadsOf(pid)) step()
      else if (halted.size === 1) {
        clearTimeout(patience)
        // A thread that ended meanwhile never reports.
        patience = setTimeout(step, 500)
      }
    }
    clearTimeout(patience)
    attached.reject(new Error('strace did not attach'))
  }
  const gone = Promise.all([follow(), tracer.exited])
  gone.catch(() => {})
  await attached.promise
  return {
    taken: () => taken,
    gone,
    async leave() {
      isLeft = true
      tracer.kill('SIGTERM')
      await gone
      goOn()
    },
  }
}

const threadsOf = (pid: number): number =>
  existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`).length : 0

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
