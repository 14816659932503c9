import { Link } from '@tanstack/react-router'
import { useFeatures } from '#web/use-features.ts'
import { tilesOf } from './places.ts'

/** Links into the workspace. */
export const WorkspaceTiles = () => (
  <ul className="workspace-tiles">
    {tilesOf(useFeatures()).map(({ to, label, Icon }) => (
      <li key={to} className="workspace-place">
        <Link to={to} className="workspace-tile">
          <Icon size={20} />
          <span className="workspace-tile-name">{label}</span>
        </Link>
      </li>
    ))}
  </ul>
)
