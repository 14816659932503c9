import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { actionsOf, type FileVerbs } from '../file/file-verbs.ts'
import { openingOf } from '../file/file-viewer.ts'
import { downloadUrl } from '../file/use-download.ts'
import { FilesLink, useFilesPlace } from '../files-place.tsx'
import { useCanChange } from '../use-can-change.ts'

type ActionsProps = { file: ListedFile; verbs: FileVerbs }

/** Common actions. */
function MainAction({ file }: { file: ListedFile }) {
  const { search } = useFilesPlace()
  const mayChange = useCanChange()
  const offered = openingOf(file)
  const opening = offered === 'Edit' && !mayChange ? 'View' : offered
  if (opening)
    return (
      <FilesLink
        className="row-action"
        search={{ ...search, open: file.id }}
        aria-label={`${opening} ${file.fileName}`}
      >
        {opening}
      </FilesLink>
    )
  return (
    <a className="row-action" href={downloadUrl(file)} download aria-label={`Download ${file.fileName}`}>
      Download
    </a>
  )
}

/** The actions of a file: common ones as buttons, the rest in a ⋯ menu. */
export function FileActions({ file, verbs }: ActionsProps) {
  const mayChange = useCanChange()
  const actions = actionsOf(file, verbs).filter(({ does }) => mayChange || typeof does === 'string')
  return (
    <>
      {!file.isFolder && <MainAction file={file} />}
      {actions.length > 0 && (
        <RowActions label={file.fileName} isMenu>
          {actions.map(({ label, isBad, does }) => {
            const buttonProps = {
              className: 'row-action',
              'aria-label': `${label} ${file.fileName}`,
              'data-bad': isBad ? '' : undefined,
            }
            return typeof does === 'string' ? (
              <a key={label} {...buttonProps} href={does} download>
                {label}
              </a>
            ) : (
              <button key={label} type="button" {...buttonProps} onClick={does}>
                {label}
              </button>
            )
          })}
        </RowActions>
      )}
    </>
  )
}
