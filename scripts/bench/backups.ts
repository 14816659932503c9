/** Backups of 2,000 files and 250 MB: throughput against yazl alone, and how long anything else waits meanwhile. */
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { verifyArchive } from '#features/backups/archive/read.ts'
import { unpackArchive } from '#features/backups/archive/unpack.ts'
import { writeArchive } from '#features/backups/archive/write.ts'

const fileCount = 2_000
const fileBytes = 125_000
const delayLimitMs = 100
const tickMs = 2
/** How long the machine is watched with nothing to do: what it takes away by itself. */
const idleMs = 3_000

/** Half of it text that packs well, half of it noise that does not. */
async function layTree(root: string): Promise<void> {
  const text = Buffer.from('A line of a page that is served again and again.\n'.repeat(2_000))
  for (let number = 0; number < fileCount; number++) {
    const folder = join(root, `folder-${number % 40}`)
    await mkdir(folder, { recursive: true })
    const noise = crypto.getRandomValues(new Uint8Array(fileBytes / 2))
    await Bun.write(join(folder, `${number}.bin`), Buffer.concat([noise, text.subarray(0, fileBytes / 2)]))
  }
}

type Measured = { seconds: number; longestDelayMs: number; peakMegabytes: number }

/** How long the work took, and the longest that a timer had to wait for the event loop meanwhile. */
async function measure(work: () => Promise<unknown>): Promise<Measured> {
  Bun.gc(true)
  let [last, longestDelayMs, peakBytes] = [performance.now(), 0, 0]
  const timer = setInterval(() => {
    longestDelayMs = Math.max(longestDelayMs, performance.now() - last - tickMs)
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    last = performance.now()
  }, tickMs)
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1_000
  clearInterval(timer)
  return { seconds, longestDelayMs, peakMegabytes: peakBytes / 1_048_576 }
}

async function yazlAlone(root: string, path: string): Promise<void> {
  const zip = new ZipFile()
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile()))
    zip.addFile(join(parentPath, name), join(parentPath, name).slice(root.length + 1))
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

const folder = await mkdtemp(join(tmpdir(), 'portal-bench-backups-'))
try {
  const root = join(folder, 'tree')
  await layTree(root)
  const path = join(folder, 'backup.zip')
  const describe = { backupId: 'bench', serviceId: 'bench', backupType: 'files', createdAt: '' }
  const room = {
    maxBytes: Number.POSITIVE_INFINITY,
    takeDatabase: async () => {},
    takeMessage: async () => {},
  }
  const runs = {
    nothing: await measure(() => Bun.sleep(idleMs)),
    'yazl alone': await measure(() => yazlAlone(root, join(folder, 'alone.zip'))),
    write: await measure(() => writeArchive({ root, describe }, { path, temporary: `${path}.tmp` })),
    verify: await measure(() => verifyArchive(path, room)),
    unpack: await measure(() => unpackArchive(path, join(folder, 'out'), room)),
  }
  const megabytes = (fileCount * fileBytes) / 1_000_000
  for (const [name, { seconds, longestDelayMs, peakMegabytes }] of Object.entries(runs)) {
    const speed = `${(megabytes / seconds).toFixed(0)} MB/s`
    console.log(
      `${name.padEnd(12)} ${seconds.toFixed(2)} s  ${speed}  longest delay ${longestDelayMs.toFixed(0)} ms  RSS ${peakMegabytes.toFixed(0)} MB`,
    )
  }
  const ratio = runs.write.seconds / runs['yazl alone'].seconds
  console.log(`write takes ${ratio.toFixed(2)} times as long as yazl alone`)
  const { write, verify, unpack } = runs
  if ([write, verify, unpack].some(({ longestDelayMs }) => longestDelayMs > delayLimitMs))
    process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
