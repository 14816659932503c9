import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { CloseIcon, DownloadIcon, TrashIcon } from '#web/ui/icons.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import { maxBatch } from '../../contract/limits.ts'
import { MoveIcon } from '../file/file-icons.tsx'
import { downloadUrl, useArchiveDownload } from '../file/use-download.ts'
import { useCanChange } from '../use-can-change.ts'
import { sayChosen } from './selection.ts'

type SelectionProps = {
  chosen: ListedFile[]
  /** The rows of this page. */
  rows: readonly ListedFile[]
  isDeleting: boolean
  onMove: () => void
  onDelete: () => void
  onClear: () => void
}

/** The selection and its actions; on a phone at the bottom. */
export function FilesSelection({ chosen, rows, isDeleting, onMove, onDelete, onClear }: SelectionProps) {
  const mayChange = useCanChange()
  const tooMany = chosen.length > maxBatch ? `At most ${maxBatch} at once.` : undefined
  const isOfOne = chosen.every(({ serviceId }) => serviceId === chosen[0]?.serviceId)
  const notMoved = tooMany ?? (isOfOne ? undefined : 'Only files of one site can be moved together.')
  return (
    <section className="files-selection" aria-label="Selection">
      <p className="files-selection-count" role="status">
        {sayChosen(chosen, rows)}
      </p>
      <div className="files-selection-actions">
        <Download chosen={chosen} reason={tooMany} />
        {mayChange && (
          <>
            <Button label="Move" Icon={MoveIcon} reason={notMoved} onPress={onMove} />
            <Button label="Delete" Icon={TrashIcon} reason={tooMany} isBusy={isDeleting} onPress={onDelete} />
          </>
        )}
      </div>
      <button
        type="button"
        className="icon-button files-selection-clear"
        aria-label="Clear the selection"
        data-tooltip="Clear the selection"
        onClick={onClear}
      >
        <CloseIcon size={16} />
      </button>
    </section>
  )
}

type ButtonProps = {
  label: string
  Icon: typeof TrashIcon
  /** Why the button is disabled. */
  reason?: string | undefined
  isBusy?: boolean
  onPress: () => void
}

const Button = ({ label, Icon, reason, isBusy = false, onPress }: ButtonProps) => (
  <Explained reason={reason}>
    <button
      type="button"
      className="button"
      disabled={isBusy || reason !== undefined}
      aria-description={reason}
      onClick={onPress}
    >
      <Icon size={16} /> {label}
    </button>
  </Explained>
)

/** A single file has its own URL; many need an archive. */
function Download({ chosen, reason }: { chosen: ListedFile[]; reason: string | undefined }) {
  const archive = useArchiveDownload()
  const [only, ...others] = chosen
  if (only && others.length === 0)
    return (
      <a className="button" href={downloadUrl(only)} download>
        <DownloadIcon size={16} /> Download
      </a>
    )
  const ids = chosen.map(({ id }) => id)
  return (
    <Button
      label="Download"
      Icon={DownloadIcon}
      reason={reason}
      isBusy={archive.isPending}
      onPress={() => archive.mutate({ ids })}
    />
  )
}
