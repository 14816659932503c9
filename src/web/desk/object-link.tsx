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

/** Where each kind of thing has its page or its list on the desk. */
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

/** An id as people tell it from others: the end of it. */
export const shortId = (id: string): string => `#${id.slice(-6)}`

type ObjectLinkProps = {
  type: string
  id: string | null
  /** What it is called; without it, its kind and the end of its id. */
  children?: ReactNode
}

/** A thing by its name, which leads to where the desk shows it; a name alone where the desk has no page of it. */
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
