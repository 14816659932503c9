import { Link } from '@tanstack/react-router'
import { inOrder } from '#web/feature.ts'
import { useFeatures } from '#web/use-features.ts'

/** The ways into the workspace; as a strip they are signs and names alone. */
export function WorkspaceTiles({ isStrip = false }: { isStrip?: boolean }) {
  const tiles = inOrder(useFeatures().flatMap((feature) => feature.tiles ?? []))
  return (
    <ul className="workspace-tiles" data-strip={isStrip || undefined}>
      {tiles.map(({ to, name, text, Icon }) => (
        <li key={to} className="workspace-place">
          <Link to={to} className="workspace-tile">
            <Icon size={20} />
            <span className="workspace-tile-name">{name}</span>
            {!isStrip && <span className="workspace-tile-text">{text}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
