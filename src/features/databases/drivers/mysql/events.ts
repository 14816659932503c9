import type { Connection } from 'mysql2'
import { ask } from './connection.ts'

/** Written for people who have made an event. */
export const eventsDoNotRun =
  'Events are stored, and never run: this server has its event scheduler off. Let a scheduled job of your application do it.'

/** The parts of a version comment are read as if they were outside of it. */
const head = (statement: string) => statement.slice(0, 500).replaceAll(/\/\*M?!\d*|\*\//g, ' ')

const makesEvent = (statement: string): boolean =>
  /^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:DEFINER\s*=\s*\S+\s+)?EVENT\b/i.test(head(statement))

/** Notices events that are made on a server that runs none. */
export function createEventNote(connection: Connection) {
  let isIdle: boolean | null = null
  return {
    /** Takes notice of a statement that was carried out. @throws as `ask` */
    async see(statement: string): Promise<void> {
      if (isIdle !== null || !makesEvent(statement)) return
      const [row] = await ask<{ state: unknown }>(connection, 'SELECT @@event_scheduler AS state')
      isIdle = String(row?.state).toUpperCase() !== 'ON'
    },
    notes: (): string[] => (isIdle ? [eventsDoNotRun] : []),
  }
}
