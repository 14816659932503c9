import { Link } from '@tanstack/react-router'
import { type FilesSearch, without } from '../files-search.ts'

/** The way from the service's root to the folder that is shown. */
export function Breadcrumb({ search }: { search: FilesSearch }) {
  const names = (search.path ?? '').split('/').filter(Boolean)
  if (names.length === 0) return null
  const at = (depth: number): FilesSearch => ({
    ...without(search, 'path', 'q', 'at'),
    path: names.slice(0, depth).join('/'),
  })
  return (
    <nav aria-label="Folder" className="files-breadcrumb">
      <Link to="/files" search={without(search, 'path', 'q', 'at')}>
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
