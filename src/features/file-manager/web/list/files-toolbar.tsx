import { drawIcon } from '#web/ui/icons.tsx'
import { SearchField } from '#web/ui/tables/search-field.tsx'
import { readFileSort, type SortKey, sortKeys, writeFileSort } from '../../contract/sort.ts'
import { useFilesPlace, useGoToFiles } from '../files-place.tsx'
import { type FilesSearch, type NamedService, without } from '../files-search.ts'
import { keepSite } from '../use-chosen-site.ts'

type ChoiceProps = {
  /** The search without its cursor: another choice starts at the first page. */
  search: FilesSearch
  go: (next: FilesSearch) => void
}

const UpIcon = drawIcon('M12 20V4.5M6 10.5l6-6 6 6')
const DownIcon = drawIcon('M12 4v15.5M6 13.5l6 6 6-6')
const RowsIcon = drawIcon('M4 6.5h16M4 12h16M4 17.5h16')
const CardsIcon = drawIcon('M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z')

const sortNames: Record<SortKey, string> = { name: 'Name', size: 'Size', date: 'Date' }

/** Service, search, sort, direction and view, all stored in the URL. */
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
      const service = value === 'all' ? null : value
      void keepSite(service)
      const rest = without(search, 'service', 'path')
      go(service === null ? rest : { ...rest, service })
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

/** The order of the cards; a table offers the same in its headers. */
function SortChoice({ search, go }: ChoiceProps) {
  const sort = readFileSort(search.sort)
  const order = sort.isDescending ? 'Descending' : 'Ascending'
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
        className="icon-button"
        aria-label={order}
        data-tooltip={order}
        onClick={() => go({ ...search, sort: writeFileSort({ ...sort, isDescending: !sort.isDescending }) })}
      >
        {sort.isDescending ? <DownIcon size={18} /> : <UpIcon size={18} />}
      </button>
    </span>
  )
}

function ViewChoice({ search, go }: ChoiceProps) {
  const isList = search.view === 'list'
  const words = isList ? 'Show as grid' : 'Show as list'
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={words}
      data-tooltip={words}
      onClick={() => go(isList ? without(search, 'view') : { ...search, view: 'list' })}
    >
      {isList ? <CardsIcon size={18} /> : <RowsIcon size={18} />}
    </button>
  )
}
