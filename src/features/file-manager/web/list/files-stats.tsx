import type { BrowsePage } from '#features/file-manager/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'

/** Number, size and images of the service's files; a dash while loading. */
export const FilesStats = ({ totals }: { totals: BrowsePage['totals'] | undefined }) => (
  <dl className="files-stats">
    <Stat name="Total Files" value={totals && String(totals.files)} />
    <Stat name="Total Size" value={totals && formatBytes(totals.bytes)} />
    <Stat name="Images" value={totals && String(totals.images)} />
  </dl>
)

const Stat = ({ name, value = '—' }: { name: string; value: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
