import type { ListedFile } from '#features/files/contract.ts'
import { RowActions } from '#web/ui/row-actions.tsx'
import { actionsOf, type FileVerbs } from './file-verbs.ts'

type ActionsProps = { file: ListedFile; verbs: FileVerbs }

/** What can be done to a file, as signs side by side. */
export const FileButtons = ({ file, verbs }: ActionsProps) => (
  <span className="files-actions">
    {actionsOf(file, verbs).map(({ label, Icon, does }) => {
      const look = {
        className: 'icon-button',
        'aria-label': `${label} ${file.fileName}`,
        'data-tooltip': label,
      }
      return typeof does === 'string' ? (
        <a key={label} {...look} href={does} download>
          <Icon size={16} />
        </a>
      ) : (
        <button key={label} type="button" {...look} onClick={does}>
          <Icon size={16} />
        </button>
      )
    })}
  </span>
)

/** The same as words behind a ⋯. */
export const FileMenu = ({ file, verbs }: ActionsProps) => (
  <RowActions label={file.fileName} isMenu>
    {actionsOf(file, verbs).map(({ label, isBad, does }) => {
      const look = {
        className: 'row-action',
        'aria-label': `${label} ${file.fileName}`,
        'data-bad': isBad ? '' : undefined,
      }
      return typeof does === 'string' ? (
        <a key={label} {...look} href={does} download>
          {label}
        </a>
      ) : (
        <button key={label} type="button" {...look} onClick={does}>
          {label}
        </button>
      )
    })}
  </RowActions>
)
