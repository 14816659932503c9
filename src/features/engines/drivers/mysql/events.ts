import type { Connection } from 'mysql2'
import { ask } from './connection.ts'

/** For customers who have created an event. */
export const eventsDoNotRun =
  'Events are stored but never run, because the event scheduler of this server is off. Use a scheduled job in your application instead.'

/** Contents of version comments are treated as plain SQL. */
const head = (statement: string) => statement.slice(0, 500).replaceAll(/\/\*M?!\d*|\*\//g, ' ')

export const makesEvent = (statement: string): boolean =>
  /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:DEFINER\s*=\s*\S+\s+)?EVENT\b/i.test(head(statement))

/** Whether the server's event scheduler is on. @throws as `ask` */
export async function runsEvents(connection: Connection): Promise<boolean> {
  const [row] = await ask<{ state: unknown }>(connection, 'SELECT @@event_scheduler AS state')
  return String(row?.state).toUpperCase() === 'ON'
}
