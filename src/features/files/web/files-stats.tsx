import type { BrowsePage } from '#features/files/contract.ts'
import { formatBytes } from '#shared/bytes.ts'

type StatsProps = {
  /** Not known yet while the files are on their way. */
  totals: BrowsePage['totals'] | undefined
  /** Files and folders that are selected. */
  selected: number
}

/** How many files the service holds, how large, and how many are selected. */
export const FilesStats = ({ totals, selected }: StatsProps) => (
  <dl className="metrics files-stats">
    <Stat name="Total Files" value={totals && String(totals.files)} />
    <Stat name="Total Size" value={totals && formatBytes(totals.bytes)} />
    <Stat name="Images" value={totals && String(totals.images)} />
    <Stat name="Selected" value={String(selected)} />
  </dl>
)

const Stat = ({ name, value = '—' }: { name: string; value: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
