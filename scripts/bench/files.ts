import { join } from 'node:path'
import { startPortal, type TestPortal } from '#test/support/portal.ts'
import { inFolder, residentBytes, timed, watchPeak } from './support/measure.ts'

// `bun run bench files [MiB]`: one upload and one download of that size (1 GiB), and the server's memory.

const mib = 1_024 * 1_024
const size = Number(process.argv[2] ?? 1_024)
const limitMib = 200

/** Runs the work while watching the process; returns its peak size in MiB and the seconds it took. */
async function watch(pid: number, work: () => Promise<unknown>) {
  watchPeak(pid)
  const { seconds } = await timed(work)
  return { peak: Math.round((await residentBytes(pid, 'VmHWM')) / mib), seconds }
}

async function bench(folder: string, portal: TestPortal): Promise<void> {
  const source = join(folder, 'source.bin')
  const writer = Bun.file(source).writer()
  const block = crypto.getRandomValues(new Uint8Array(65_536))
  for (let written = 0; written < size * mib; written += block.length) {
    writer.write(block)
    if (written % (8 * mib) === 0) await writer.flush()
  }
  await writer.end()
  const person = await portal.customer()
  const order = await portal.order(person)
  await portal.activate(person, order)
  const curl = async (...args: string[]) => {
    const child = Bun.spawn(['curl', '-sS', '-H', `Cookie: ${person.cookie}`, ...args], { stdout: 'pipe' })
    const text = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error('curl failed')
    return text
  }
  const { pid } = portal.server
  let id = ''
  const up = await watch(pid, async () => {
    const answer = await curl(
      '-F',
      `serviceId=${order.serviceId}`,
      '-F',
      `file=@${source}`,
      `${portal.url}/api/files`,
    )
    id = JSON.parse(answer)[0].id
  })
  const target = join(folder, 'target.bin')
  const down = await watch(pid, () => curl('-o', target, `${portal.url}/api/files/${id}/content`))
  const slow = await watch(pid, () =>
    curl(
      '--limit-rate',
      '50M',
      '-r',
      `0-${100 * mib}`,
      '-o',
      join(folder, 'slow'),
      `${portal.url}/api/files/${id}/content`,
    ),
  )
  const isSame = (await Bun.$`cmp ${source} ${target}`.quiet().nothrow()).exitCode === 0
  for (const [name, { peak, seconds }] of Object.entries({
    upload: up,
    download: down,
    'slow download': slow,
  }))
    console.log(`${name}: ${seconds.toFixed(1)} s, at most ${peak} MiB resident`)
  const isFlat = [up, down, slow].every(({ peak }) => peak <= limitMib)
  console.log(isSame && isFlat ? 'same bytes, memory flat' : 'FAILED')
  process.exitCode = isSame && isFlat ? 0 : 1
}

const portal = await startPortal()
try {
  await inFolder((folder) => bench(folder, portal))
} finally {
  await portal.stop()
}
