import type { CSSProperties } from 'react'
import { countText } from '#shared/text/count-text.ts'
import type { Plan } from '../../contract/contract.ts'

type Node = Plan['nodes'][number]

function figuresOf({ cost, rows }: Node): string {
  const parts = [
    cost === null ? null : `cost ${cost.toLocaleString('en-IN')}`,
    rows === null ? null : `about ${countText(rows, 'row')}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The plan as a tree: each step below its parent, with its cost as a share of the total. */
export function PlanView({ plan: { nodes } }: { plan: Plan }) {
  const most = Math.max(...nodes.map(({ cost }) => cost ?? 0), 1)
  return (
    <section className="console-plan" aria-label="Plan">
      <p className="console-quiet">How the database would run this. Nothing was executed.</p>
      <ol>
        {nodes.map((node, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name but their place.
            key={place}
            aria-label={`Level ${node.depth + 1}: ${node.label}`}
            style={{ '--depth': node.depth, '--share': (node.cost ?? 0) / most } as CSSProperties}
          >
            <strong>{node.label}</strong> <span className="console-quiet tabular">{figuresOf(node)}</span>
            {node.details.length > 0 && (
              <ul className="console-quiet">
                {node.details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
