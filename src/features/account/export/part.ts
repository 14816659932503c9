import type { PgTable } from 'drizzle-orm/pg-core'
import type { Schema } from '#db/schema/schema.ts'
import type { JobContext } from '#server/context.ts'

/** A file of an export. */
export type ExportedFile = {
  /** Its path in the archive. */
  name: string
  /** Upper limit of its size. */
  mostBytes: number
  modifiedAt?: Date
  /** Whether reading may fail midway: the file is spooled beside the archive first, and a failure is listed in the manifest. */
  isFragile?: true
  /** Null when it was deleted meanwhile. */
  open(): Promise<AsyncIterable<Uint8Array> | null>
}

/** A file that belongs in the export but is not available. */
export type MissingFile = { name: string; missing: string }

/** A part of the export; each feature lists its own. */
export type ExportPart = {
  /** Tables whose rows about the customer it covers. */
  tables(t: Schema): readonly PgTable[]
  /** Approximate size in bytes without its rows. */
  measure?(ctx: JobContext, userId: string): Promise<number>
  /** Files have unique names and are opened one after the other. */
  list(ctx: JobContext, userId: string): AsyncIterable<ExportedFile | MissingFile>
}

declare module '#server/feature.ts' {
  interface Feature {
    /** The feature's parts of the data export. */
    exports?: readonly ExportPart[]
  }
}
