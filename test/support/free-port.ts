// Systems assign ports from 32768 or 49152 on to outgoing connections and to listeners on port 0.
const [lowest, highest] = [10_000, 32_000]
const tries = 100

function isFree(port: number): boolean {
  try {
    Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true)
    return true
  } catch {
    return false
  }
}

/** A free port of loopback for a program that cannot choose one itself; no other program gets it by chance before it is used. */
export function freePort(): number {
  for (let tried = 0; tried < tries; tried += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (isFree(port)) return port
  }
  throw new Error(`no port of ${tries} between ${lowest} and ${highest} is free`)
}
