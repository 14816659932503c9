import { DateTime } from '#web/ui/values/values.tsx'
import type { Remembered } from '../../contract/contract.ts'

type StatementListProps = {
  statements: readonly Remembered[]
  /** Puts a statement into the editor. */
  onChoose: (statement: string) => void
}

/** Earlier statements; a click puts one into the editor. */
export const StatementList = ({ statements, onChoose }: StatementListProps) => (
  <ul className="console-history">
    {statements.map(({ id, statement, isRefused, durationMs, ranAt }) => (
      <li key={id}>
        <button type="button" onClick={() => onChoose(statement)}>
          <code>{statement.trim().slice(0, 240)}</code>
          <span className="console-quiet">
            <DateTime at={ranAt} as="moment" />, {durationMs.toLocaleString('en-IN')} ms
            {isRefused && <span className="console-refused">, failed</span>}
          </span>
        </button>
      </li>
    ))}
  </ul>
)
