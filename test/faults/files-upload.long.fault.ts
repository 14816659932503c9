import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { mib } from '#shared/bytes.ts'
import type { RunningServer } from '#test/support/server.ts'
import { until } from '#test/support/until.ts'
import { canMount, fill, withDisk } from './disk.ts'
import {
  beginUpload,
  type FilesTemplate,
  footprint,
  makeFilesTemplate,
  sendFile,
  staged,
  startTrusting,
} from './files-stage.ts'
import { call, withCopy } from './journey.ts'

let template: FilesTemplate
beforeAll(async () => {
  template = await makeFilesTemplate((server, ready) =>
    sendFile(server, ready, { name: 'kept.txt', bytes: 'kept' }),
  )
})
afterAll(() => rm(template.dataDir, { recursive: true, force: true }))

type Stage = { server: RunningServer; dataDir: string }

const withServer = (use: (stage: Stage) => Promise<void>, place?: string) =>
  withCopy(
    template,
    async (dataDir) => {
      const server = await startTrusting(dataDir)
      try {
        await use({ server, dataDir })
      } finally {
        await server.kill9()
      }
    },
    place,
  )

const send = (server: RunningServer, name: string, bytes: number) =>
  sendFile(server, template, { name, bytes: new Uint8Array(bytes) })

const look = (dataDir: string) => footprint(dataDir, template.serviceId)
const bytesStaged = (dataDir: string) =>
  staged(dataDir, template.serviceId).reduce((sum, { size }) => sum + size, 0)

/** Both answers give the portal’s message, not the system’s. */
const fullDisk = { code: 'DISK_FULL', message: 'The disk of the portal is full. Please try again later.' }

test.skipIf(!canMount)(
  'a disk that fills up during an upload causes 507 and no partial file, and uploads work again once there is space',
  async () => {
    await withDisk(120, (disk) =>
      withServer(async ({ server, dataDir }) => {
        const before = look(dataDir)
        const query = `?serviceId=${template.serviceId}`
        const { more, answer, socket } = await beginUpload(server, template, { size: 32 * mib, query })
        await more(mib)
        await until('the upload reaches the disk', () => bytesStaged(dataDir) > 0)
        const filler = fill(dataDir)
        await more(8 * mib)
        const said = await answer
        socket.destroy()
        expect(said).toStartWith('HTTP/1.1 507 ')
        expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n')))).toMatchObject(fullDisk)
        expect(look(dataDir)).toEqual(before)
        await rm(filler)
        await until('room', async () => (await send(server, 'after.bin', mib)).status === 201)
        expect(look(dataDir)).toMatchObject({ diskBytes: (before.diskBytes ?? 0) + mib, staged: [] })
      }, disk),
    )
  },
)

test.skipIf(!canMount)('an upload stops before it uses the space that the database needs', async () => {
  await withDisk(120, (disk) =>
    withServer(async ({ server, dataDir }) => {
      const before = look(dataDir)
      const query = `?serviceId=${template.serviceId}`
      const { more, answer, socket } = await beginUpload(server, template, { size: 110 * mib, query })
      await more(80 * mib)
      // More than is free above the floor of 64 MiB, and less than is free.
      expect(await answer).toStartWith('HTTP/1.1 507 ')
      socket.destroy()
      expect(look(dataDir)).toEqual(before)
      expect((await send(server, 'after.bin', mib)).status).toBe(201)
    }, disk),
  )
})

test.each([
  ['with the service named', (): string => `?serviceId=${template.serviceId}`],
  ['before the service is named', (): string => ''],
] as const)('a client that disconnects during an upload %s leaves nothing behind', async (_, query) => {
  await withServer(async ({ server, dataDir }) => {
    const before = look(dataDir)
    const { socket, more } = await beginUpload(server, template, { size: 16 * mib, query: query() })
    await more(8 * mib)
    await until('half of it reaches the disk', () => bytesStaged(dataDir) >= 7 * mib)
    socket.destroy()
    await until('the bytes are forgotten', () => staged(dataDir, template.serviceId).length === 0)
    expect(look(dataDir)).toEqual(before)
    expect((await send(server, 'after.bin', mib)).status).toBe(201)
    expect(look(dataDir)).toMatchObject({ rows: (before.rows ?? 0) + 1, staged: [] })
    expect(server.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})

const residentMib = async (pid: number): Promise<number> => {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}

/** The growth of a process’s resident size during the work, sampled every 100 ms, in MiB. */
async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const first = await residentMib(pid)
  let peak = first
  const sample = async () => {
    peak = Math.max(peak, await residentMib(pid))
  }
  const timer = setInterval(() => void sample(), 100)
  try {
    await work()
    await sample()
    return Math.round(peak - first)
  } finally {
    clearInterval(timer)
  }
}

test('64 MiB are uploaded and downloaded byte for byte while memory stays flat', async () => {
  await withServer(async ({ server }) => {
    const block = crypto.getRandomValues(new Uint8Array(65_536))
    const bytes = Buffer.concat(Array.from({ length: 1_024 }, () => block))
    let id = ''
    const up = await growthDuring(server.pid, async () => {
      const answer = await sendFile(server, template, { name: 'large.bin', bytes })
      expect(answer.status).toBe(201)
      const [row] = (await answer.json()) as { id: string }[]
      id = row?.id ?? ''
    })
    const hash = createHash('sha256')
    const down = await growthDuring(server.pid, async () => {
      const answer = await call(`${server.url}/api/files/${id}/content`, { cookie: template.customer })
      for await (const chunk of answer.body ?? []) hash.update(chunk)
    })
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    console.log(`grew by ${up} MiB in the upload, ${down} MiB in the download`)
    expect(up).toBeLessThan(100)
    expect(down).toBeLessThan(100)
  })
})
