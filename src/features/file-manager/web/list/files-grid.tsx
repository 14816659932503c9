import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { FilesLink, useFilesPlace } from '../files-place.tsx'
import { FileCard } from './file-card.tsx'
import type { FilesViewProps } from './files-view.ts'

/** Files as cards, grouped by site when there are several. */
export function FilesGrid(view: FilesViewProps) {
  const { rows, hasSites } = view
  if (!hasSites) return <Cards {...view} label="Files" />
  return [...Map.groupBy(rows, ({ serviceId }) => serviceId)].map(([serviceId, own]) => (
    <SiteFiles key={serviceId} {...view} serviceId={serviceId} rows={own} />
  ))
}

function SiteFiles({ serviceId, ...view }: FilesViewProps & { serviceId: string }) {
  const { search } = useFilesPlace()
  const [first] = view.rows
  const name = first ? view.siteOf(first) : ''
  return (
    <section className="files-site">
      <h2>
        <FilesLink search={{ ...search, service: serviceId }}>{name}</FilesLink>
      </h2>
      <Cards {...view} label={`Files on ${name}`} />
    </section>
  )
}

const Cards = ({ rows, label, ...card }: FilesViewProps & { rows: ListedFile[]; label: string }) => (
  <ul className="files" data-view="grid" aria-label={label}>
    {rows.map((file) => (
      <FileCard key={file.id} file={file} {...card} />
    ))}
  </ul>
)
