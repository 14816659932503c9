import { keep } from '#web/lib/kept.ts'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import { readFileSort, type SortKey, sortKeys, writeFileSort } from '../../contract/sort.ts'
import { useFilesPlace, useGoToFiles } from '../files-place.tsx'
import { type FilesSearch, type NamedService, without } from '../files-search.ts'
import { keptSite } from '../use-kept-site.ts'

type ChoiceProps = {
  /** The address without its page: another choice begins at the first one. */
  search: FilesSearch
  go: (next: FilesSearch) => void
}

const sortNames: Record<SortKey, string> = { name: 'Name', size: 'Size', date: 'Date' }

/** Service, search, sort, direction and view, all kept in the address. */
export function FilesToolbar({ services }: { services: NamedService[] }) {
  const { search, siteId } = useFilesPlace()
  const goTo = useGoToFiles()
  const go = (next: FilesSearch) => void goTo(next, true)
  const choice = { search: without(search, 'at'), go }
  return (
    <div className="files-toolbar" data-view={search.view}>
      {siteId === undefined && <ServiceChoice {...choice} services={services} />}
      <SearchField
        label="Search files"
        q={search.q ?? ''}
        maxLength={255}
        onSearch={(q) => go(q ? { ...choice.search, q } : without(choice.search, 'q'))}
      />
      <SortChoice {...choice} />
      <ViewChoice {...choice} />
    </div>
  )
}

const ServiceChoice = ({ search, go, services }: ChoiceProps & { services: NamedService[] }) => (
  <select
    className="control"
    aria-label="Service"
    value={search.service ?? 'all'}
    onChange={({ currentTarget: { value } }) => {
      const rest = without(search, 'service', 'path')
      // The choice of all is one too, which the next visit is to find.
      if (value === 'all') keep(keptSite, null)
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
)

/** The order of the cards; the heads of a table offer the same where there are heads. */
function SortChoice({ search, go }: ChoiceProps) {
  const sort = readFileSort(search.sort)
  return (
    <span className="files-sort">
      <select
        className="control"
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
    </span>
  )
}

function ViewChoice({ search, go }: ChoiceProps) {
  const isList = search.view === 'list'
  return (
    <button
      type="button"
      className="button"
      aria-pressed={isList}
      onClick={() => go(isList ? without(search, 'view') : { ...search, view: 'list' })}
    >
      {isList ? 'Show as grid' : 'Show as list'}
    </button>
  )
}
