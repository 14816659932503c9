import type { Client } from 'pg'
import { second } from '#shared/time.ts'

/** The connection is closed, or given up when the server does not let go of it. */
export async function endClient(client: Client): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, second)
  // One that has broken already never says that it has ended.
  client.end().then(resolve, resolve)
  await promise
  clearTimeout(timer)
}
