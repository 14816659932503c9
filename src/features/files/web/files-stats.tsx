import type { BrowsePage, FileEntry } from '#features/files/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { downloadUrl, useArchiveDownload } from './use-download.ts'

type StatsProps = {
  /** Not known yet while the files are on their way. */
  totals: BrowsePage['totals'] | undefined
  chosen: readonly FileEntry[]
  isDeleting: boolean
  onDelete: (ids: string[]) => void
}

/** How many files the service holds, how large, and what can be done to those that are selected. */
export function FilesStats({ totals, chosen, isDeleting, onDelete }: StatsProps) {
  return (
    <dl className="metrics files-stats">
      <Stat name="Total Files" value={totals && String(totals.files)} />
      <Stat name="Total Size" value={totals && formatBytes(totals.bytes)} />
      <Stat name="Images" value={totals && String(totals.images)} />
      <div>
        <dt>Selected</dt>
        <dd>{chosen.length}</dd>
        <dd className="files-stats-actions" data-idle={chosen.length === 0 || undefined}>
          <Download chosen={chosen} />
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

/** One thing has an address of its own; an archive of many is asked for. */
function Download({ chosen }: Pick<StatsProps, 'chosen'>) {
  const archive = useArchiveDownload()
  const [only] = chosen
  if (chosen.length === 1 && only)
    return (
      <a className="button" href={downloadUrl(only)} download>
        Download
      </a>
    )
  return (
    <button
      type="button"
      className="button"
      disabled={archive.isPending}
      onClick={() => archive.mutate({ ids: chosen.map(({ id }) => id) })}
    >
      Download
    </button>
  )
}

const Stat = ({ name, value = '—' }: { name: string; value: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
