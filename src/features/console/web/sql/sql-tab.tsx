import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Database } from '#features/databases/contract/contract.ts'
import { useShortcuts } from '#web/lib/keys.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Table } from '../../contract/contract.ts'
import { PlanView } from './plan-view.tsx'
import { RecentStatements } from './recent-statements.tsx'
import { SqlEditor } from './sql-editor.tsx'
import { SqlOutcome } from './sql-outcome.tsx'
import { type Sent, useRun } from './use-run.ts'
import { useSqlDraft } from './use-sql-draft.ts'

const HistoryDrawer = lazyPart(() => import('./history-drawer.tsx'), 'HistoryDrawer')

const tickMs = 100

/** Seconds since the query was sent. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return <span className="tabular">{(Math.max(0, now - since) / 1_000).toFixed(1)} s</span>
}

type ToolbarProps = {
  running: ReturnType<typeof useRun>['running']
  isCancelling: boolean
  isPart: boolean
  isExplaining: boolean
  onRun: () => void
  onCancel: () => void
  onExplain: () => void
  onHistory: () => void
}

function Toolbar(props: ToolbarProps) {
  const { running, isCancelling, isPart, isExplaining, onRun, onCancel, onExplain, onHistory } = props
  return (
    <div className="console-toolbar">
      {running ? (
        <button type="button" className="button" aria-busy={isCancelling} onClick={onCancel}>
          Cancel <Elapsed since={running.startedAt} />
        </button>
      ) : (
        <button type="button" className="button" data-primary="" onClick={onRun}>
          {isPart ? 'Run selection' : 'Run'}
          <span className="console-key" aria-hidden="true">
            Ctrl+Enter
          </span>
        </button>
      )}
      <button type="button" className="button" aria-busy={isExplaining} onClick={onExplain}>
        Explain
      </button>
      <button type="button" className="button" onClick={onHistory}>
        History
      </button>
    </div>
  )
}

type SqlTabProps = {
  database: Database
  tables: Table[]
  /** Focuses the editor on mount. */
  isFocused: boolean
}

/** SQL as the database's own user: editor, results, query plan and history. */
export function SqlTab({ database, tables, isFocused }: SqlTabProps) {
  const trpc = useTRPC()
  const { id, dbName, dbType } = database
  const [sql, setSql] = useSqlDraft(id)
  const [selection, setSelection] = useState({ from: 0, to: 0 })
  const { outcome, running, run, cancel, isCancelling } = useRun(id)
  const explain = useMutation(
    trpc.databases.sql.explain.mutationOptions({
      meta: { failure: 'This could not be explained' },
    }),
  )
  const history = useDialog<'history'>()
  const isPart = selection.to > selection.from && sql.slice(selection.from, selection.to).trim() !== ''
  const chosen = (): Sent =>
    isPart ? { sql: sql.slice(selection.from, selection.to), offset: selection.from } : { sql, offset: 0 }
  const start = () => {
    explain.reset()
    void run(chosen())
  }
  useShortcuts('Console', [
    { keys: 'Mod+enter', meaning: 'run the statements, or those selected', run: start },
  ])
  return (
    <div className="console-sql">
      <SqlEditor
        value={sql}
        label={`SQL for ${dbName}`}
        onChange={setSql}
        onSelect={setSelection}
        type={dbType}
        tables={tables}
        fault={outcome?.failure?.position ?? null}
        isFocused={isFocused}
        onRun={start}
      />
      <Toolbar
        running={running}
        isCancelling={isCancelling}
        isPart={isPart}
        isExplaining={explain.isPending}
        onRun={start}
        onCancel={cancel}
        onExplain={() => {
          if (sql.trim() !== '' && !explain.isPending) explain.mutate({ id, sql: chosen().sql })
        }}
        onHistory={() => history.open('history')}
      />
      {explain.data ? (
        <PlanView plan={explain.data} />
      ) : (
        <div aria-live="polite">{outcome && <SqlOutcome outcome={outcome} sql={sql} name={dbName} />}</div>
      )}
      {!explain.data && !outcome && <RecentStatements databaseId={id} onChoose={setSql} />}
      {history.subject && (
        <HistoryDrawer
          key={history.key}
          opened={history.isOpen}
          onClose={history.close}
          databaseId={id}
          onChoose={setSql}
        />
      )}
    </div>
  )
}
