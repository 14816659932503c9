import type { Readable } from 'node:stream'

/** The databases of a service as far as backups are concerned; an engine that is connected implements it. */
export interface DatabaseDump {
  isConnected(): boolean
  /** The dumps of a service, one after the other, by file name. */
  dump(serviceId: string): AsyncIterable<{ name: string; content: Readable }>
}

/** The state of a portal without any engine. */
export const noDatabases: DatabaseDump = {
  isConnected: () => false,
  async *dump() {},
}
