import { createContext, useContext } from 'react'
import type { CompanyOverrides } from '#shared/company.ts'

/** What the installation says about itself on every page. */
export type Site = {
  companyName: string
  /** ISO instant of the render; relative times count from it, so that both sides say the same. */
  renderedAt?: string
  /** What `COMPANY_FILE` replaces of the content of shared/company.ts. */
  company?: CompanyOverrides
  /** Who put the first steps of the dashboard away in this browser. */
  stepsHiddenFor?: string | null
  /** The service that lists were last narrowed to in this browser. */
  chosenService?: string | null
  /** Whether a visitor may try a site before signing up. */
  hasTrials?: boolean
  /** Whether somebody else than the portal bills what follows the first month or year. */
  areRenewalsOff?: boolean
  /** The queries that the server refuses in a batch, for somebody who is signed in: none is open to visitors. */
  heavyQueries?: readonly string[]
  /** Before the price on the pending page; `₹` unless PENDING_PRICE_SYMBOL says otherwise. */
  pendingPriceSymbol?: string
}

const SiteContext = createContext<Site>({ companyName: '' })

export const SiteProvider = SiteContext.Provider

export const useSite = (): Site => useContext(SiteContext)
