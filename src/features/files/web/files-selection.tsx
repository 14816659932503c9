import { maxBatch } from '#features/files/contract/limits.ts'
import type { ListedFile } from '#features/files/contract.ts'
import { Explained } from '#web/ui/explained.tsx'
import { CloseIcon, DownloadIcon, MoveIcon, TrashIcon } from '#web/ui/icons.tsx'
import { sayChosen } from './selection.ts'
import { downloadUrl, useArchiveDownload } from './use-download.ts'

type SelectionProps = {
  chosen: ListedFile[]
  /** Those of this page. */
  rows: readonly ListedFile[]
  isDeleting: boolean
  onMove: () => void
  onDelete: () => void
  onClear: () => void
}

/** What is selected and what can be done to it, at the lower edge of the screen. Its room is always there: it moves nothing. */
export function FilesSelection({ chosen, rows, isDeleting, onMove, onDelete, onClear }: SelectionProps) {
  const tooMany = chosen.length > maxBatch ? `At most ${maxBatch} at once.` : undefined
  const isOfOne = chosen.every(({ serviceId }) => serviceId === chosen[0]?.serviceId)
  const notMoved = tooMany ?? (isOfOne ? undefined : 'Only files of one service can be moved at once.')
  return (
    <section className="files-selection" aria-label="Selection" data-idle={chosen.length === 0 || undefined}>
      {chosen.length > 0 && (
        <button
          type="button"
          className="icon-button"
          aria-label="Clear the selection"
          data-tooltip="Clear the selection"
          onClick={onClear}
        >
          <CloseIcon size={16} />
        </button>
      )}
      <p className="files-selection-count" role="status">
        {chosen.length > 0 && sayChosen(chosen, rows)}
      </p>
      {chosen.length > 0 && (
        <>
          <Download chosen={chosen} reason={tooMany} />
          <Button label="Move" Icon={MoveIcon} reason={notMoved} onPress={onMove} />
          <Button label="Delete" Icon={TrashIcon} reason={tooMany} isBusy={isDeleting} onPress={onDelete} />
        </>
      )}
    </section>
  )
}

type ButtonProps = {
  label: string
  Icon: typeof TrashIcon
  /** Why it cannot be pressed now. */
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

/** One thing has an address of its own; an archive of many is asked for. */
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
