import type { FileEntry } from '#features/files/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { downloadUrl } from './use-file-changes.ts'

type StatsProps = {
  rows: readonly FileEntry[]
  chosen: readonly FileEntry[]
  isDeleting: boolean
  onDelete: (ids: string[]) => void
}

/** How many files, how large, and what can be done to those that are selected. */
export function FilesStats({ rows, chosen, isDeleting, onDelete }: StatsProps) {
  const files = rows.filter(({ isFolder }) => !isFolder)
  const images = files.filter(({ fileType }) => fileType.startsWith('image/'))
  return (
    <dl className="files-stats">
      <Stat name="Total Files" value={String(files.length)} />
      <Stat name="Total Size" value={formatBytes(files.reduce((sum, { fileSize }) => sum + fileSize, 0))} />
      <Stat name="Images" value={String(images.length)} />
      <div className="files-stat">
        <dt>Selected</dt>
        <dd>{chosen.length}</dd>
        {chosen.length > 0 && (
          <dd className="files-stat-actions">
            <a className="button" href={downloadUrl(chosen)} download>
              Download
            </a>
            <button
              type="button"
              className="button"
              disabled={isDeleting}
              onClick={() => onDelete(chosen.map(({ id }) => id))}
            >
              Delete
            </button>
          </dd>
        )}
      </div>
    </dl>
  )
}

const Stat = ({ name, value }: { name: string; value: string }) => (
  <div className="files-stat">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
