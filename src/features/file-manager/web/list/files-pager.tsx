import { Link } from '@tanstack/react-router'
import type { BrowsePage } from '#features/file-manager/contract.ts'
import { countText } from '#shared/text/count-text.ts'
import { type FilesSearch, without } from '../files-search.ts'

/** From page to page of the files; the address keeps which one, and the first one has none. */
export function FilesPager({ search, of }: { search: FilesSearch; of: BrowsePage }) {
  const { page, pages, matches, isCapped, previous, next } = of
  if (pages === 1 && !isCapped) return null
  const at = (cursor: string): FilesSearch => ({ ...search, at: cursor })
  return (
    <nav aria-label="Pages" className="files-pager">
      {previous && (
        <Link to="/files" search={page > 2 ? at(previous) : without(search, 'at')} className="button">
          Previous page
        </Link>
      )}
      <span>
        Page {page} of {pages} ·{' '}
        {isCapped
          ? `the first ${matches} matches; type more of the name`
          : countText(matches, 'file or folder', 'files and folders')}
      </span>
      {next && (
        <Link to="/files" search={at(next)} className="button">
          Next page
        </Link>
      )}
    </nav>
  )
}
