import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes read from the end of a log at most. */
const tailBytes = 256 * 1_024

async function readTail(path: string): Promise<string> {
  const handle = await open(path, 'r').catch(() => null)
  if (!handle) return ''
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const text = buffer.toString('utf8', 0, bytesRead)
    // The first line may be incomplete.
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await handle.close()
  }
}

type Line = { at: number; text: string }

const stampPattern = /\[(\d{2})\/(\w{3})\/(\d{4}):([\d:]{8} [+-]\d{4})\]/

/** The lines of one log, each with its time in ms; a line without a time belongs to the one before. */
function readLines(text: string): Line[] {
  let at = 0
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, day, month, year, time] = stampPattern.exec(line) ?? []
      const found = Date.parse(`${day} ${month} ${year} ${time}`)
      if (!Number.isNaN(found)) at = found
      return { at, text: line }
    })
}

/** A log and its rotated predecessor, oldest lines first. */
async function readLog(path: string, lines: number): Promise<Line[]> {
  const current = readLines(await readTail(path))
  if (current.length >= lines) return current.slice(-lines)
  return [...readLines(await readTail(`${path}.1`)), ...current].slice(-lines)
}

/** The last lines of a folder's logs, one per node that wrote some, oldest first; empty without logs. */
export async function readLastLines(folder: string, lines: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const logs = names
    .map((name) => name.replace(/\.1$/, ''))
    .filter((name) => /^server[\w-]*\.log$/.test(name))
  const found = await Promise.all([...new Set(logs)].map((name) => readLog(join(folder, name), lines)))
  // The sort is stable: lines of the same second in the same log stay in order.
  const all = found.length > 1 ? found.flat().sort((one, other) => one.at - other.at) : found.flat()
  return all.slice(-lines).map(({ text }) => text)
}
