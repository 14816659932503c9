import type { BrowsePage } from '#features/file-manager/contract/contract.ts'
import { countText } from '#shared/text/count-text.ts'
import { FilesLink, useFilesPlace } from '../files-place.tsx'
import { type FilesSearch, without } from '../files-search.ts'

/** Pagination of the files; the URL holds the cursor, and the first page has none. */
export function FilesPager({ of }: { of: BrowsePage }) {
  const { search } = useFilesPlace()
  const { page, pages, matches, isCapped, previous, next } = of
  if (pages === 1 && !isCapped) return null
  const at = (cursor: string): FilesSearch => ({ ...search, at: cursor })
  return (
    <nav aria-label="Pages" className="files-pager">
      {previous && (
        <FilesLink search={page > 2 ? at(previous) : without(search, 'at')} className="button">
          Previous page
        </FilesLink>
      )}
      <span>
        Page {page} of {pages} ·{' '}
        {isCapped
          ? `Showing the first ${matches} matches. Type more of the name to narrow them down.`
          : countText(matches, 'file or folder', 'files and folders')}
      </span>
      {next && (
        <FilesLink search={at(next)} className="button">
          Next page
        </FilesLink>
      )}
    </nav>
  )
}
