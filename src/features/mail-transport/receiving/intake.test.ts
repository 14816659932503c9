import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { maxHeadBytes } from '#features/mailboxes/contract/rules.ts'
import { makeTestFolder } from '#test/support/folders.ts'
import { receiveStream } from './intake.ts'

let dataDir = ''
beforeAll(() => {
  dataDir = makeTestFolder()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** A header section of exactly this many octets, in lines of usual length. */
function headOf(octets: number): Buffer {
  const line = `X-Line: ${'a'.repeat(90)}\r\n`
  const lines = line.repeat(Math.floor(octets / line.length) - 1)
  const rest = octets - lines.length
  return Buffer.from(`${lines}X-Last: ${'b'.repeat(rest - 'X-Last: \r\n'.length)}\r\n`)
}

const take = (parts: Buffer[]) => receiveStream(Readable.from(parts), { dataDir, maxBytes: 1_048_576 })

/** The octets of the accepted header, or the reply that rejected it. */
async function outcome(head: Buffer, body: string, at: number): Promise<number | string> {
  const message = Buffer.concat([head, Buffer.from(body)])
  const parts = [message.subarray(0, at), message.subarray(at)].filter((part) => part.length > 0)
  try {
    const intake = await take(parts)
    await intake.drop()
    return intake.head.length
  } catch (error) {
    return String((error as Error).message).slice(0, 5)
  }
}

describe('a header section', () => {
  test.each([
    [maxHeadBytes - 1, maxHeadBytes - 1],
    [maxHeadBytes, maxHeadBytes],
    [maxHeadBytes + 1, '5.3.4'],
  ])('with %d octets is accepted or rejected by its size alone: %p', async (octets, expected) => {
    const head = headOf(octets)
    expect(head).toHaveLength(octets)
    for (const body of ['', '\r\n', '\r\nHello.\r\n', `\r\n${'Hello.\r\n'.repeat(20_000)}`])
      for (const at of [1, 131_072, octets - 2, octets - 1, octets, octets + 1, octets + 2, octets + 3])
        expect([body.length, at, await outcome(head, body, at)]).toEqual([body.length, at, expected])
  })

  test('without an end is rejected before the message ends', async () => {
    let read = 0
    async function* endless() {
      for (; read < 1_000; read += 1) yield headOf(1_000)
    }
    await expect(receiveStream(Readable.from(endless()), { dataDir, maxBytes: 2_097_152 })).rejects.toThrow(
      '5.3.4',
    )
  })
})
