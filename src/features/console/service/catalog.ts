import type { z } from 'zod'
import type { Caps, PlanNode, TableFacts } from '#features/engines/contract/database-engine.ts'
import type { CustomerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import { second } from '#shared/time.ts'
import type { explainInput, Plan, schemaOutput } from '../contract/contract.ts'
import { queryCaps } from '../contract/limits.ts'
import { inSession, type OpenConnection } from './session.ts'

/** Caps for the console's own queries; a large schema has many columns. */
const ownCaps: Caps = { maxRows: 100_000, maxBytes: 16 * 1_024 * 1_024, timeoutMs: 10 * second }

/** The tables and views of one of the caller's databases, by schema and name. @throws as `inSession` */
export async function readSchema(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<z.input<typeof schemaOutput>> {
  const tables = await inSession(ctx, id, ({ sql, session }) => sql.readTables(session, ownCaps))
  const key = ({ schema, name }: TableFacts) => `${schema}\0${name}`
  return { tables: tables.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)) }
}

/** The engine's current facts about one table or view. @throws NOT_FOUND */
export async function findTable(
  { sql, session }: OpenConnection,
  { schema, table }: { schema: string; table: string },
): Promise<TableFacts> {
  const tables = await sql.readTables(session, ownCaps)
  const found = tables.filter((each) => each.schema === schema && each.name === table)
  return only(found, 'This table')
}

type FlatNode = Plan['nodes'][number]

/** The node and all its descendants, depth first. */
function flatten(root: PlanNode): FlatNode[] {
  const nodes: FlatNode[] = []
  const open: { node: PlanNode; depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next
    const { children, ...facts } = node
    nodes.push({ ...facts, depth })
    open.push(...children.toReversed().map((child) => ({ node: child, depth: depth + 1 })))
  }
  return nodes
}

/** The query plan of a statement, without running it. @throws as `inSession` */
export async function explainQuery(
  ctx: CustomerContext,
  { id, sql: statement }: z.output<typeof explainInput>,
): Promise<Plan> {
  return inSession(ctx, id, async ({ sql, session }) => ({
    nodes: flatten(await sql.explain(session, statement, queryCaps)),
  }))
}
