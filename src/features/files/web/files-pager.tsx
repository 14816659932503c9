import { Link } from '@tanstack/react-router'
import type { BrowsePage } from '#features/files/contract.ts'
import { type FilesSearch, without } from './files-search.ts'

/** From page to page of the files; the address keeps which one, and the first one has none. */
export function FilesPager({
  search,
  of: { page, pages, matches },
}: {
  search: FilesSearch
  of: BrowsePage
}) {
  if (pages === 1) return null
  const at = (next: number): FilesSearch => ({
    ...without(search, 'page'),
    ...(next > 1 ? { page: next } : {}),
  })
  return (
    <nav aria-label="Pages" className="files-pager">
      {page > 1 && (
        <Link to="/files" search={at(page - 1)} className="button">
          Previous page
        </Link>
      )}
      <span>
        Page {page} of {pages} · {matches} files and folders
      </span>
      {page < pages && (
        <Link to="/files" search={at(page + 1)} className="button">
          Next page
        </Link>
      )}
    </nav>
  )
}
