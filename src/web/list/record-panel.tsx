import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'

type Search = Record<string, unknown>

type RecordPanelProps = {
  /** Names the record for screen readers. */
  label: string
  /** Link back to the list, where that is not beside the panel. */
  back: { label: string; searchOf: (before: Search) => Search }
  children: ReactNode
}

/** The open record. */
export const RecordPanel = ({ label, back, children }: RecordPanelProps) => (
  <section className="record-panel panel" aria-label={label}>
    <Link to="." search={back.searchOf} className="page-header-back record-back">
      <ArrowLeftIcon size={14} /> {back.label}
    </Link>
    {children}
  </section>
)
