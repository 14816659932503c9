import type { PgTable } from 'drizzle-orm/pg-core'
import type { Schema } from '#db/schema/schema.ts'
import type { JobContext } from '#server/context.ts'

/** A file of an export. */
export type ExportedFile = {
  /** Its path in the archive. */
  name: string
  /** At most this many bytes. */
  mostBytes: number
  modifiedAt?: Date
  /** Whether it may fail in the middle: it is collected beside the archive first, and what fails is named in its list. */
  isFragile?: true
  /** Null when it is gone. */
  open(): Promise<AsyncIterable<Uint8Array> | null>
}

/** Something that belongs into the export and cannot be had. */
export type MissingFile = { name: string; missing: string }

/** A part of what a customer takes away; each feature lists its own. */
export type ExportPart = {
  /** The tables whose rows of the customer it holds. */
  tables(t: Schema): readonly PgTable[]
  /** About how many bytes it takes beside its rows. */
  measure?(ctx: JobContext, userId: string): Promise<number>
  /** Files are named by it uniquely, and opened one after the other. */
  list(ctx: JobContext, userId: string): AsyncIterable<ExportedFile | MissingFile>
}

declare module '#server/feature.ts' {
  interface Feature {
    /** What it adds to the export of a customer's data. */
    exports?: readonly ExportPart[]
  }
}
