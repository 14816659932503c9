import { createContext, useContext } from 'react'
import type { CompanyOverrides } from '#shared/company.ts'

/** Settings of the installation for every page. */
export type Site = {
  companyName: string
  /** ISO instant of the render; relative times count from it, so that server and browser agree. */
  renderedAt?: string
  /** Overrides from `COMPANY_FILE` of the content in shared/company.ts. */
  company?: CompanyOverrides
  /** User who hid the dashboard's first steps in this browser. */
  stepsHiddenFor?: string | null
  /** The last service that lists were filtered by in this browser. */
  chosenService?: string | null
  /** Whether a visitor may try a site before signing up. */
  hasTrials?: boolean
  /** Whether an external system bills after the first month or year. */
  areRenewalsOff?: boolean
  /** Queries that the server refuses in a batch, for signed-in users; none is open to visitors. */
  heavyQueries?: readonly string[]
  /** Price prefix on the pending page; `₹` unless PENDING_PRICE_SYMBOL is set. */
  pendingPriceSymbol?: string
}

const SiteContext = createContext<Site>({ companyName: '' })

export const SiteProvider = SiteContext.Provider

export const useSite = (): Site => useContext(SiteContext)
