import type { Client } from 'pg'
import { second } from '#shared/time.ts'

/** Closes the connection, or destroys it when the server does not respond. */
export async function endClient(client: Client): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, second)
  // A broken client never emits its end.
  client.end().then(resolve, resolve)
  await promise
  clearTimeout(timer)
}
