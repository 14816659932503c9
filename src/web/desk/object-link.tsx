import { Link } from '@tanstack/react-router'
import { typeWords } from './action-words.ts'
import type { ListSearch } from './list-search.ts'

const lists: Record<string, (id: string) => { to: string; search: ListSearch }> = {
  order: (selected) => ({ to: '/admin/orders', search: { status: 'all', selected } }),
  service: (q) => ({ to: '/admin/services', search: { q } }),
  user: (selected) => ({ to: '/admin/customers', search: { selected } }),
  account: (selected) => ({ to: '/admin/customers', search: { selected } }),
  domain: (q) => ({ to: '/admin/domains', search: { q } }),
  job: () => ({ to: '/admin/jobs', search: {} }),
}

type ObjectLinkProps = { type: string; id: string | null }

/** The thing that an entry is about, by its kind and the end of its id, with the list that shows it. */
export function ObjectLink({ type, id }: ObjectLinkProps) {
  if (!id) return typeWords(type)
  const words = (
    <>
      {typeWords(type)} <span className="mono tabular">…{id.slice(-6)}</span>
    </>
  )
  const list = lists[type]?.(id)
  if (!list) return <span title={id}>{words}</span>
  return (
    <Link {...list} title={id}>
      {words}
    </Link>
  )
}
