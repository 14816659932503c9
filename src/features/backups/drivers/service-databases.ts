import type { JobContext } from '#server/context.ts'

/** A service, by its owner. */
export type OwnedService = { userId: string; serviceId: string }

/** A database as an archive names it: of one type, a service has at most one of this name. */
export type NamedDatabase = { type: string; database: string; user: string }

/** `databaseBytes`: what it takes, or took, in its engine. */
type SizedDatabase = Pick<NamedDatabase, 'type'> & { databaseBytes: number }

export type ListedDatabase = NamedDatabase & {
  /** What it takes in its engine, as it was last measured. */
  databaseBytes: number
  /** Why there is nothing to copy, as the end of a sentence that begins with its name; null when there is. */
  absence: string | null
}

export type DatabaseCopy = {
  /** What writes the dump. */
  tool: { name: string; version: string | null }
  /** Ends with an error when the dump is not whole; whoever stops reading cancels it. */
  content: AsyncIterable<Uint8Array>
}

/** A restore or a test of one, by the id of its job. */
export type CopyRun = OwnedService & { runId: string }

/**
 * The databases of services as far as backups are concerned; the feature of databases provides it. Whatever is done for a run
 * may be called again, after a crash too. Refusals are a DomainError whose sentence is the customer's; UNAVAILABLE means that
 * the engine is out of reach.
 */
export interface ServiceDatabases {
  /** In the order of types and names. */
  list(ctx: Pick<JobContext, 'store' | 'databaseEngines'>, service: OwnedService): Promise<ListedDatabase[]>
  /** @throws DomainError; NOT_FOUND when it is gone */
  dump(ctx: JobContext, service: OwnedService, database: NamedDatabase): Promise<DatabaseCopy>
  /** What copies of these take on the disk of the portal while both they and the live ones are there. */
  diskBytes(ctx: Pick<JobContext, 'databaseEngines'>, databases: readonly SizedDatabase[]): number
  /** The service has all of these or can have them. @throws LIMIT_REACHED by the plan, CONFLICT when a user's name is used */
  assertRoom(ctx: JobContext, service: OwnedService, databases: readonly NamedDatabase[]): Promise<void>
  /** The dump is in a database that nobody sees, loaded with the rights of a user of its own. @throws DomainError */
  stage(ctx: JobContext, run: CopyRun, copy: NamedDatabase & Pick<DatabaseCopy, 'content'>): Promise<void>
  /**
   * What was staged is what applications use; databases that were missing are there again. Returns those, whose
   * passwords are new unless they were still known. What a failure leaves is for `takeBack`. @throws DomainError
   */
  putIn(ctx: JobContext, run: CopyRun): Promise<NamedDatabase[]>
  /** The databases are as before `putIn`. @throws DomainError UNAVAILABLE */
  takeBack(ctx: JobContext, run: CopyRun): Promise<void>
  /** Of a run that is over, only what applications use is left; what its engine cannot drop now is dropped later. */
  discard(ctx: JobContext, run: CopyRun): Promise<void>
}
