import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { FilesLink, useFilesPlace } from '../files-place.tsx'
import { type FilesSearch, without } from '../files-search.ts'

type BreadcrumbProps = {
  path: string
  /** The service of a file opened in the folder, which makes the folder a link too. */
  serviceId?: string
  /** Its name, where files of several services are shown. */
  serviceName?: string | undefined
}

/** The path from the service's root to the current folder. */
export function Breadcrumb({ path, serviceId, serviceName }: BreadcrumbProps) {
  const { search } = useFilesPlace()
  const names = path.split('/').filter(Boolean)
  if (names.length === 0 && serviceId === undefined) return null
  const at = (depth: number): FilesSearch => {
    const above = names.slice(0, depth).join('/')
    return {
      ...without(search, 'path', 'q', 'at', 'open'),
      ...(serviceId ? { service: serviceId } : {}),
      ...(above ? { path: above } : {}),
    }
  }
  return (
    <nav aria-label="Folder" className="files-breadcrumb">
      <FilesLink search={at(0)}>{serviceId !== undefined && <ArrowLeftIcon size={14} />} All files</FilesLink>
      {serviceName && (
        <span>
          <span aria-hidden="true"> / </span>
          {serviceName}
        </span>
      )}
      {names.map((name, place) => (
        <span key={at(place + 1).path}>
          <span aria-hidden="true"> / </span>
          {place === names.length - 1 && serviceId === undefined ? (
            <span aria-current="page">{name}</span>
          ) : (
            <FilesLink search={at(place + 1)}>{name}</FilesLink>
          )}
        </span>
      ))}
    </nav>
  )
}
