import type { BrowsePage, FileEntry } from '#features/files/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { downloadUrl } from './use-file-changes.ts'

type StatsProps = {
  /** Not known yet while the files are on their way. */
  totals: BrowsePage['totals'] | undefined
  chosen: readonly FileEntry[]
  isDeleting: boolean
  onDelete: (ids: string[]) => void
}

/** How many files, how large, and what can be done to those that are selected. */
export function FilesStats({ totals, chosen, isDeleting, onDelete }: StatsProps) {
  const { files, bytes, images } = totals ?? { files: 0, bytes: 0, images: 0 }
  return (
    <dl className="metrics files-stats">
      <Stat name="Total Files" value={String(files)} />
      <Stat name="Total Size" value={formatBytes(bytes)} />
      <Stat name="Images" value={String(images)} />
      <div>
        <dt>Selected</dt>
        <dd>{chosen.length}</dd>
        <dd className="files-stats-actions" data-idle={chosen.length === 0 || undefined}>
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
      </div>
    </dl>
  )
}

const Stat = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
