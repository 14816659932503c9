import type { Store } from '#db/types.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { Answer } from '#shared/schema.ts'
import type { overviewOutput } from '../contract/contract.ts'
import type { SectionKey } from '../contract/sections.ts'

type Sections = Answer<typeof overviewOutput>['sections']
type Row = Sections[number]['items'][number]

/** Input of a section. */
type SectionInput = { store: Store; now: Date; customer: { id: string; email: string } }

/** Reads the newest rows of a customer, and their total number. */
export type ReadSection = (wanted: SectionInput) => Promise<{ total: number; items: Row[] }>

export type SectionsOf<Key extends SectionKey> = Record<Key, ReadSection>

const blank = { detail: null, text: null, status: null, amount: null, at: null, serviceId: null }

/** Builds a row with the given values. */
export const row = (facts: Partial<Row> & Pick<Row, 'id' | 'title'>): Row => ({ ...blank, ...facts })

/** Joins facts in one line, without the unknown ones. */
export const joined = (...facts: (string | null | undefined | false)[]): string | null =>
  facts.filter(Boolean).join(' · ') || null

type Joined = { id: string; name: string | null; domain: string | null; plan: string }

/** Name of a row's service. */
export const nameOf = ({ plan, ...service }: Joined): string => siteName({ ...service, plan: { name: plan } })

/** Columns that name a service; needs its row and that of its plan. */
export const serviceColumns = ({ userServices: s, pricingPlans }: Store['t']) => ({
  id: s.id,
  name: s.name,
  domain: s.domain,
  plan: pricingPlans.name,
})
