import { type DatabaseType, typeNames } from '#features/engines/contract/kinds.ts'
import { DatabaseIcon } from '#web/ui/icons.tsx'
import { LayersIcon, LeafIcon } from './database-icons.tsx'

const icons = { mysql: DatabaseIcon, postgresql: LayersIcon, mongodb: LeafIcon }

/** An icon for each database type, in its own colour. */
export function TypeIcon({ type }: { type: DatabaseType }) {
  const Icon = icons[type]
  return (
    <span className="database-icon" data-type={type}>
      <Icon size={20} />
    </span>
  )
}

export const TypeBadge = ({ type }: { type: DatabaseType }) => (
  <span className="database-type">{typeNames[type]}</span>
)
