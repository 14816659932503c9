import { Link } from '@tanstack/react-router'
import {
  ArchiveIcon,
  CodeIcon,
  DatabaseIcon,
  ExternalIcon,
  FolderIcon,
  GlobeIcon,
  MailIcon,
  MonitorIcon,
} from './icons.tsx'

const tiles = [
  { to: '/websites', name: 'Websites', text: 'Open and manage your sites', Icon: MonitorIcon },
  { to: '/applications', name: 'Applications', text: 'What your projects publish', Icon: ExternalIcon },
  { to: '/domains', name: 'Domains', text: 'Names, DNS and certificates', Icon: GlobeIcon },
  { to: '/projects', name: 'Projects', text: 'Write and preview code', Icon: CodeIcon },
  { to: '/email', name: 'Email', text: 'Mailboxes and forwarding', Icon: MailIcon },
  { to: '/databases', name: 'Databases', text: 'Create, query and export', Icon: DatabaseIcon },
  { to: '/backups', name: 'Backups', text: 'Keep, restore and download', Icon: ArchiveIcon },
  { to: '/files', name: 'Files', text: 'Upload, share and publish', Icon: FolderIcon },
] as const

/** The eight ways into the workspace (docs/product.md, "Navigation"); as a strip they are signs and names alone. */
export function WorkspaceTiles({ isStrip = false }: { isStrip?: boolean }) {
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
