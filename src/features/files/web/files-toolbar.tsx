import { Link, useNavigate } from '@tanstack/react-router'
import { type FilesSearch, readFileSort, type SortKey, sortKeys, writeFileSort } from './files-search.ts'

type ToolbarProps = { search: FilesSearch; services: { id: string; name: string }[] }

const without = (search: FilesSearch, ...keys: (keyof FilesSearch)[]): FilesSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.some((each) => each === key)))

const sortNames: Record<SortKey, string> = { name: 'Name', size: 'Size', date: 'Date' }

/** Service, search, sort, direction and view, all kept in the address. */
export function FilesToolbar({ search, services }: ToolbarProps) {
  const navigate = useNavigate()
  const go = (next: FilesSearch) => void navigate({ to: '/files', search: next, replace: true })
  const sort = readFileSort(search.sort)
  const isList = search.view === 'list'
  return (
    <div className="files-toolbar">
      <select
        aria-label="Service"
        value={search.service ?? 'all'}
        onChange={({ currentTarget: { value } }) => {
          const rest = without(search, 'service', 'path')
          go(value === 'all' ? rest : { ...rest, service: value })
        }}
      >
        <option value="all">All Services</option>
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label="Search files"
        placeholder="Search files"
        defaultValue={search.q ?? ''}
        onChange={({ currentTarget: { value } }) =>
          go(value ? { ...search, q: value } : without(search, 'q'))
        }
      />
      <select
        aria-label="Sort by"
        value={sort.key}
        onChange={({ currentTarget: { value } }) =>
          go({ ...search, sort: writeFileSort({ ...sort, key: value as SortKey }) })
        }
      >
        {sortKeys.map((key) => (
          <option key={key} value={key}>
            {sortNames[key]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button"
        onClick={() => go({ ...search, sort: writeFileSort({ ...sort, isDescending: !sort.isDescending }) })}
      >
        {sort.isDescending ? 'Descending ↓' : 'Ascending ↑'}
      </button>
      <button
        type="button"
        className="button"
        aria-pressed={isList}
        onClick={() => go(isList ? without(search, 'view') : { ...search, view: 'list' })}
      >
        {isList ? 'Show as grid' : 'Show as list'}
      </button>
    </div>
  )
}

/** The way from the service's root to the folder that is shown. */
export function Breadcrumb({ search }: { search: FilesSearch }) {
  const names = (search.path ?? '').split('/').filter(Boolean)
  if (names.length === 0) return null
  const at = (depth: number): FilesSearch => ({
    ...without(search, 'path', 'q'),
    path: names.slice(0, depth).join('/'),
  })
  return (
    <nav aria-label="Folder" className="files-breadcrumb">
      <Link to="/files" search={without(search, 'path', 'q')}>
        All files
      </Link>
      {names.map((name, place) => (
        <span key={at(place + 1).path}>
          <span aria-hidden="true"> / </span>
          {place === names.length - 1 ? (
            <span aria-current="page">{name}</span>
          ) : (
            <Link to="/files" search={at(place + 1)}>
              {name}
            </Link>
          )}
        </span>
      ))}
    </nav>
  )
}
