import { countText } from '#shared/text/count-text.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { OpenedValue } from '../cell.tsx'
import { ResultView } from './result-view.tsx'
import type { Outcome } from './use-run.ts'

const ValueDialog = lazyPart(() => import('../value-dialog.tsx'), 'ValueDialog')

/** Line and column of a position, both from 1. */
function placeIn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n')
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

/** The result of each statement, and why the run stopped early if it did. */
export function SqlOutcome({ outcome, sql, name }: { outcome: Outcome; sql: string; name: string }) {
  const { results, omitted, failure, durationMs } = outcome
  const value = useDialog<OpenedValue>()
  const isEmpty = results.length === 0 && !failure
  return (
    <div className="console-outcome">
      {failure && (
        <div className="console-failure" role="alert">
          <p>{failure.message}</p>
          {failure.position !== null && <p className="console-quiet">At {placeIn(sql, failure.position)}.</p>}
          {results.length > 0 && (
            <p className="console-quiet">{countText(results.length + omitted, 'statement')} ran before it.</p>
          )}
        </div>
      )}
      {isEmpty && <EmptyState title="Nothing to run" text="The text contains no statement." />}
      {results.map((result, place) => (
        <ResultView
          // biome-ignore lint/suspicious/noArrayIndexKey: results have no name but their place.
          key={place}
          result={result}
          name={results.length > 1 ? `${name}-${place + 1}` : name}
          onOpenValue={value.open}
        />
      ))}
      {omitted > 0 && (
        <p className="console-quiet">{countText(omitted, 'more statement')} ran; results not shown.</p>
      )}
      {durationMs !== null && results.length > 1 && (
        <p className="console-quiet tabular">
          {countText(results.length + omitted, 'statement')} in {durationMs.toLocaleString('en-IN')} ms.
        </p>
      )}
      {value.subject && (
        <ValueDialog key={value.key} opened={value.isOpen} onClose={value.close} subject={value.subject} />
      )}
    </div>
  )
}
