import type { JobContext } from '#server/context.ts'

/** Identifies a service and its owner. */
export type OwnedService = { userId: string; serviceId: string }

/** A database as named in an archive: a service has at most one of each type and name. */
export type NamedDatabase = { type: string; database: string; user: string }

/** `databaseBytes`: its size in its engine, now or at the time of the backup. */
type SizedDatabase = Pick<NamedDatabase, 'type'> & { databaseBytes: number }

export type ListedDatabase = NamedDatabase & {
  /** Last measured size in its engine. */
  databaseBytes: number
  /** Why it cannot be copied, as the end of a sentence that starts with its name; null when it can. */
  absence: string | null
}

export type DatabaseCopy = {
  /** The program that writes the dump. */
  tool: { name: string; version: string | null }
  /** Ends with an error when the dump is incomplete; cancelling the read stops the dump. */
  content: AsyncIterable<Uint8Array>
}

/** A restore or a test of one, by its job ID. */
export type CopyRun = OwnedService & { runId: string }

/**
 * Access of backups to a service's databases, implemented by the databases feature. Every call of a run is repeatable, also after
 * a
 * crash. Refusals are a DomainError with a message for the customer; UNAVAILABLE means that the engine is unreachable.
 */
export interface ServiceDatabases {
  /** Ordered by type and name. */
  list(ctx: Pick<JobContext, 'store' | 'databaseEngines'>, service: OwnedService): Promise<ListedDatabase[]>
  /** @throws DomainError; NOT_FOUND when it was deleted */
  dump(ctx: JobContext, service: OwnedService, database: NamedDatabase): Promise<DatabaseCopy>
  /** Disk space that these copies take on the portal's machine beside the live databases. */
  diskBytes(ctx: Pick<JobContext, 'databaseEngines'>, databases: readonly SizedDatabase[]): number
  /**
   * Asserts that the service has these databases or room for them. @throws LIMIT_REACHED by the plan, CONFLICT when a user name
   * is in use
   */
  assertRoom(ctx: JobContext, service: OwnedService, databases: readonly NamedDatabase[]): Promise<void>
  /** Loads the dump into a hidden database with the rights of its own user. @throws DomainError */
  stage(ctx: JobContext, run: CopyRun, copy: NamedDatabase & Pick<DatabaseCopy, 'content'>): Promise<void>
  /**
   * Replaces the live databases by the staged ones and creates missing databases. Returns the created ones, which have new
   * passwords unless the old ones are known. After a failure call `swapOut`. @throws DomainError
   */
  swapIn(ctx: JobContext, run: CopyRun): Promise<NamedDatabase[]>
  /** Restores the databases as they were before `swapIn`. @throws DomainError UNAVAILABLE */
  swapOut(ctx: JobContext, run: CopyRun): Promise<void>
  /** Removes everything of a finished run but the live databases; a failed drop is retried later. */
  discard(ctx: JobContext, run: CopyRun): Promise<void>
}
