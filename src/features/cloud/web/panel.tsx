import { Fragment, type ReactNode } from 'react'
import type { AllServices } from '../contract.ts'
import type { CloudSearch, Tab } from './kit/cloud-search.ts'
import { sections } from './sections.ts'

export type PanelProps = { all: AllServices; search: CloudSearch; searchField: ReactNode }

/** The entities of a tab, below the search field. */
export const Panel = ({ tab, all, search, searchField }: PanelProps & { tab: Exclude<Tab, 'overview'> }) => (
  <>
    {searchField}
    {sections[tab].map(({ id, render }) => (
      <Fragment key={id}>{render({ all, search })}</Fragment>
    ))}
  </>
)
