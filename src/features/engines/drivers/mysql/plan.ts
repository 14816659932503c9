import { splitStatements } from '#server/sql/mysql/statements.ts'
import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { Caps, EngineSession, PlanNode } from '../../contract/database-engine.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toEngineError = (key: string) => key.replaceAll('_', ' ')

const labelOf = (key: string, node: JsonObject): string =>
  typeof node.table_name === 'string' ? `${toEngineError(key)} ${node.table_name}` : toEngineError(key)

function costOf(node: JsonObject): number | null {
  const info = isObject(node.cost_info) ? node.cost_info : node
  const cost = info.query_cost ?? info.prefix_cost ?? info.cost ?? null
  return cost === null ? null : Number(cost)
}

/** A part of EXPLAIN FORMAT=JSON: nested parts are its children, everything else its details. */
function nodeOf(key: string, node: JsonObject): PlanNode {
  const entries = Object.entries(node).filter(([name]) => name !== 'table_name' && name !== 'cost_info')
  const children = entries.flatMap(([name, value]) => {
    if (isObject(value)) return [nodeOf(name, value)]
    if (!Array.isArray(value)) return []
    return value.filter(isObject).flatMap((part) => {
      const inner = Object.entries(part)
      const [only] = inner
      return inner.length === 1 && only && isObject(only[1])
        ? [nodeOf(only[0], only[1])]
        : [nodeOf(name, part)]
    })
  })
  const details = entries.flatMap(([name, value]) => {
    if (Array.isArray(value)) {
      const plain = value.filter((part) => !isObject(part))
      return plain.length > 0 ? [`${toEngineError(name)}: ${plain.join(', ')}`] : []
    }
    return isObject(value) ? [] : [`${toEngineError(name)}: ${value}`]
  })
  const rows = node.rows ?? node.rows_examined_per_scan
  return {
    label: labelOf(key, node),
    details,
    cost: costOf(node),
    rows: typeof rows === 'number' ? rows : null,
    children,
  }
}

/** As `SqlTools.explain`. */
export async function explain(session: EngineSession, sql: string, caps: Caps): Promise<PlanNode> {
  const mode = await session.ask('SELECT @@sql_mode', [], caps)
  const [statement, further] = splitStatements(sql, mode.rows[0]?.[0] ?? '')
  if (!statement || further) throw new EngineRefused('Only one statement can be explained at a time.')
  const prefix = 'EXPLAIN FORMAT=JSON '
  const { rows } = await session.ask(`${prefix}${statement.text}`, [], caps).catch((error: unknown) => {
    if (!(error instanceof EngineRefused) || error.position === null) throw error
    throw new EngineRefused(error.message, Math.max(0, error.position - prefix.length) + statement.offset)
  })
  const plan = JSON.parse(rows[0]?.[0] ?? '{}') as JsonObject
  const [key = 'query', node = {}] = Object.entries(plan)[0] ?? []
  return nodeOf(key, isObject(node) ? node : {})
}
