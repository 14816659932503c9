import type { ListedFile } from '#features/file-manager/contract.ts'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { actionsOf, type FileVerbs } from '../file/file-verbs.ts'

type ActionsProps = {
  file: ListedFile
  verbs: FileVerbs
  /** Behind a ⋯ at every width. */
  isMenu?: boolean
}

/** What can be done to a file: signs side by side on a wide screen, words behind a ⋯ elsewhere. */
export const FileActions = ({ file, verbs, isMenu = false }: ActionsProps) => (
  <RowActions label={file.fileName} isMenu={isMenu}>
    {actionsOf(file, verbs).map(({ label, Icon, isBad, does }) => {
      const look = {
        className: 'row-action files-action',
        'aria-label': `${label} ${file.fileName}`,
        'data-tooltip': isMenu ? undefined : label,
        'data-bad': isMenu && isBad ? '' : undefined,
      }
      const words = isMenu ? (
        label
      ) : (
        <>
          <Icon size={16} />
          <span className="files-action-word">{label}</span>
        </>
      )
      return typeof does === 'string' ? (
        <a key={label} {...look} href={does} download>
          {words}
        </a>
      ) : (
        <button key={label} type="button" {...look} onClick={does}>
          {words}
        </button>
      )
    })}
  </RowActions>
)
