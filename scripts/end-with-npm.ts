import { readFileSync } from 'node:fs'

const pollMs = 500
const mostAncestors = 6

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended, or this system has no /proc.
    return ''
  }
}

function findNpm(): number | null {
  let pid = process.ppid
  for (let depth = 0; pid > 1 && depth < mostAncestors; depth += 1) {
    if (/^npm |\/np[mx](-cli\.js)?\0/.test(read(`/proc/${pid}/cmdline`))) return pid
    pid = Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
  }
  return null
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * npm ends on a signal sent to it alone, without forwarding it: under `npx` this process gets a SIGTERM of its own once npm
 * has ended. Only where there is a /proc.
 */
export function endWithNpm(): void {
  // Set by npm, and passed on by `bun run`.
  if (!process.env.npm_execpath?.includes('npm')) return
  const npm = findNpm()
  if (npm === null) return
  const timer = setInterval(() => {
    if (isRunning(npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, pollMs)
  timer.unref()
}
