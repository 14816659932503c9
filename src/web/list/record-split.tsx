import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useCurrentInView } from '#web/ui/use-current-in-view.ts'

type RecordSplitProps = {
  /** Names the list for screen readers. */
  label: string
  /** The heading of the list. */
  title: string
  list: ReactNode
  openId: string | undefined
  /** The open record; absent while none is. */
  panel: ReactNode
  /** Shown in place of the panel. */
  none: { icon: ReactNode; title: string; text: string }
}

/** A list of records beside the open one; below 900 px only one of them. */
export function RecordSplit({ label, title, list, openId, panel, none }: RecordSplitProps) {
  const index = useCurrentInView<HTMLElement>(openId)
  return (
    <div className="record-split" data-open={panel ? '' : undefined}>
      <section ref={index} className="record-index" aria-label={label}>
        <h2 className="record-index-title">{title}</h2>
        {list}
      </section>
      {panel ?? (
        <div className="record-none panel">
          <EmptyState {...none} />
        </div>
      )}
    </div>
  )
}
