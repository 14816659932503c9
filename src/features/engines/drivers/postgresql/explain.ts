import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import type { Caps, EngineSession, PlanNode } from '../../contract/database-engine.ts'

type Plan = { [key: string]: unknown; 'Node Type': string; Plans?: Plan[] }

const prefix = 'explain (format json) '

// Keys that label, numbers and tree show already, or that are not useful.
const said = new Set([
  ...['Node Type', 'Plans', 'Total Cost', 'Startup Cost', 'Plan Rows', 'Plan Width', 'Parallel Aware'],
  ...['Async Capable', 'Relation Name', 'Schema', 'Alias', 'Parent Relationship', 'Index Name', 'Disabled'],
])

const detailOf = ([name, value]: [string, unknown]): string =>
  `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`

function nodeOf(plan: Plan): PlanNode {
  const index = plan['Index Name'] === undefined ? '' : ` using ${plan['Index Name']}`
  const relation = plan['Relation Name'] === undefined ? '' : ` on ${plan['Relation Name']}`
  return {
    label: `${plan['Node Type']}${index}${relation}`,
    details: Object.entries(plan)
      .filter(([name]) => !said.has(name))
      .map(detailOf),
    cost: typeof plan['Total Cost'] === 'number' ? plan['Total Cost'] : null,
    rows: typeof plan['Plan Rows'] === 'number' ? plan['Plan Rows'] : null,
    children: (plan.Plans ?? []).map(nodeOf),
  }
}

/** The query plan of one statement, without running it. @throws EngineRefused when it cannot be explained */
export async function explain(session: EngineSession, sql: string, caps: Caps): Promise<PlanNode> {
  try {
    const { rows } = await session.ask(prefix + sql, [], { ...caps, maxRows: 2 })
    const [found] = JSON.parse(rows[0]?.[0] ?? '[]') as { Plan?: Plan }[]
    if (found?.Plan) return nodeOf(found.Plan)
  } catch (error) {
    if (error instanceof SyntaxError) throw new EngineRefused('The query plan is too large.')
    if (!(error instanceof EngineRefused) || error.position === null) throw error
    throw new EngineRefused(error.message, Math.max(0, error.position - prefix.length))
  }
  throw new EngineRefused('PostgreSQL has no plan for this statement.')
}
