import { SQL } from 'bun'
import { readAddress } from './address.ts'

const channel = 'portal_events'
const maxPayloadBytes = 7_000

/** Carries short texts between the nodes on one PostgreSQL. Lossy: a hint to read again, never the data. */
export type TextRelay = { send(text: string): Promise<void>; close(): Promise<void> }

/** Listens on the channel of this database; `receive` does not get this node's own messages. */
export async function openRelay(databaseUrl: string, receive: (text: string) => void): Promise<TextRelay> {
  const client = new SQL(readAddress(databaseUrl).url.href, { max: 2 })
  const self = Bun.randomUUIDv7()
  const subscription = await client.listen(channel, (payload) => {
    const [sender, text] = splitOnce(payload)
    if (sender !== self) receive(text)
  })
  return {
    async send(text) {
      // PostgreSQL limits a notification to 8,000 bytes; a node that misses one reads again at the next.
      if (Buffer.byteLength(text) <= maxPayloadBytes) await client.notify(channel, `${self} ${text}`)
    },
    async close() {
      await subscription.unlisten()
      await client.close({ timeout: 1 })
    },
  }
}

function splitOnce(payload: string): [string, string] {
  const at = payload.indexOf(' ')
  return [payload.slice(0, at), payload.slice(at + 1)]
}
