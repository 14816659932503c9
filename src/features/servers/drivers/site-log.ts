import { open } from 'node:fs/promises'

/** How much is read from the end of a log at most. */
const tailBytes = 256 * 1_024

async function readTail(path: string): Promise<string> {
  const handle = await open(path, 'r').catch(() => null)
  if (!handle) return ''
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - tailBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const text = buffer.toString('utf8', 0, bytesRead)
    // The first line may have been cut.
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    await handle.close()
  }
}

/** The last lines of a log and of the file it was rotated to, oldest first; none when there is no log. */
export async function readLastLines(path: string, lines: number): Promise<string[]> {
  const current = (await readTail(path)).split('\n').filter(Boolean)
  if (current.length >= lines) return current.slice(-lines)
  const before = (await readTail(`${path}.1`)).split('\n').filter(Boolean)
  return [...before, ...current].slice(-lines)
}
