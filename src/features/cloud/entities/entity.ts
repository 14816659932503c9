import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Schema } from '#db/schema/schema.ts'
import type { CloudSnapshot } from '#features/cloud-accounts/drivers/driver.ts'
import type { Answer } from '#shared/schema.ts'
import type { allServicesOutput, resourceOutput } from '../contract.ts'
import type { SimulatedMetric } from '../simulation/metrics.ts'
import type { Common } from './present.ts'
import type { Sample } from './sample.ts'

/** Tables of cloud resources. */
export type TableName = {
  [Name in keyof Schema]: Schema[Name] extends Record<keyof Common | 'userId', PgColumn> ? Name : never
}[keyof Schema]
export type Row<Name extends TableName> = Schema[Name]['$inferSelect']
type Column<Name extends TableName> = Name extends TableName ? keyof Row<Name> & string : never

/** A row with the common columns and the named ones. */
export type Shown<Name extends TableName, Columns extends readonly (keyof Row<Name>)[]> = Pick<
  Row<Name>,
  keyof Common | Columns[number]
>

type Lists = Omit<Answer<typeof allServicesOutput>, 'providers'>
/** The polled part; only these columns are read. Entities that share a list name `createdAt` too. */
type Polled<Name extends TableName> = {
  [List in keyof Lists]: {
    list: List
    columns: readonly Column<Name>[]
    present(row: Row<Name>, now: Date): Lists[List][number]
  }
}[keyof Lists]

/** A list at a path of its own, named after the entity's id. */
type OwnList<Name extends TableName, Output extends z.ZodType> = {
  output: Output
  present(row: Row<Name>): z.input<Output>
}

type RemoteLists = Omit<CloudSnapshot, 'notes'>
type Remote<List extends keyof RemoteLists> = RemoteLists[List][number]
/** Syncs the rows with a list of the provider. */
export type Refreshed<Name extends TableName, List extends keyof RemoteLists> = {
  list: List
  /** The provider's own id of the item. */
  keyOf(item: Row<Name> | Remote<List>): string
  /** The new columns of its row. */
  values(remote: Remote<List>, row: Row<Name> | undefined, now: Date): Partial<Row<Name>>
  /** Whether its state is about to change, so that the account is refreshed soon. */
  isUnderWay?(item: Row<Name> | Remote<List>): boolean
  /** Whether a row with these values still waits for an action, and keeps the time of its request. */
  isAwaited?(values: Partial<Row<Name>>): boolean
}

/** The price of a simulated resource while it runs; it always runs unless `runs` says otherwise. */
type Billing<Name extends TableName = TableName> = {
  resourceType: string
  service: string
  /** Millionths of a dollar. */
  perHour(row: Partial<Row<Name>>): number
  runs?(row: Row<Name>): boolean
}

/** The metrics of a simulated resource; `since` is null while it reports none. */
type Measured<Name extends TableName> = {
  resourceType: string
  metrics: readonly SimulatedMetric[]
  nameOf(row: Row<Name>): string
  since(row: Row<Name>): Date | null
}

/**
 * A stored entity on the server: how its rows are listed, presented, sampled, billed, measured and refreshed. Its folder
 * also has a `contract.ts` and a `web.ts`. Register it in `entities/server.ts` and `web/sections.ts`, with a list of its own
 * in `web/lists.ts` as well, and in `contract.ts` when it is polled or shown with details.
 */
export interface Entity<Name extends TableName = TableName> {
  /** The kind, also the end of its API path and its name in the screen's URL. */
  readonly id: string
  readonly table: Name
  readonly polled?: Polled<Name>
  readonly list?: OwnList<Name, z.ZodType>
  /** All stored details. */
  details?(row: Row<Name>, now: Date): Answer<typeof resourceOutput>
  /** Rows of the sample data. */
  sample(sample: Sample): Schema[Name]['$inferInsert'][]
  readonly billing?: Billing<Name>
  readonly measured?: Measured<Name>
  readonly refreshed?: { [List in keyof RemoteLists]: Refreshed<Name, List> }[keyof RemoteLists]
}
