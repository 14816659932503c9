import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { typeWords } from './action-words.ts'
import type { ListSearch } from './list-search.ts'
import { LongWords } from './long-words.tsx'

type DeskPlace = { to: string; search: ListSearch & { view?: 'lines' | 'received' | 'refunds' } }

const at =
  (to: string, search: DeskPlace['search'] = {}) =>
  (): DeskPlace => ({ to, search })
const customer = (id: string): DeskPlace => ({ to: `/admin/customers/${id}`, search: {} })

/** The desk page or list of each object type. */
const places: Record<string, (id: string) => DeskPlace> = {
  order: (selected) => ({ to: '/admin/orders', search: { status: 'all', selected } }),
  service: (q) => ({ to: '/admin/services', search: { q } }),
  user: customer,
  account: customer,
  domain: (q) => ({ to: '/admin/domains', search: { q } }),
  invoice: (selected) => ({ to: '/admin/invoices', search: { selected } }),
  payment: at('/admin/payments', { view: 'received' }),
  bank_line: at('/admin/payments', { view: 'lines' }),
  bank_statement: at('/admin/payments', { view: 'lines' }),
  refund: at('/admin/renewals', { view: 'refunds' }),
  trial: at('/admin/trials'),
  incident: at('/admin/status'),
  contact_message: at('/admin/messages'),
  job: at('/admin/jobs'),
}

/** A short form of an id: its end. */
export const shortId = (id: string): string => `#${id.slice(-6)}`

type ObjectLinkProps = {
  type: string
  id: string | null
  /** Name of the object; without one, its type and short id. */
  children?: ReactNode
}

/** An object's name, linked to its desk page if there is one. */
export function ObjectLink({ type, id, children }: ObjectLinkProps) {
  const named = typeof children === 'string' ? <LongWords text={children} /> : children
  if (!id) return named ?? typeWords(type)
  const words = named ?? (
    <>
      {typeWords(type)} <span className="mono tabular">{shortId(id)}</span>
    </>
  )
  const place = places[type]?.(id)
  if (!place) return <span title={id}>{words}</span>
  return <Link {...place}>{words}</Link>
}
