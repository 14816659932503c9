import {
  ArchiveIcon,
  CardIcon,
  CloudIcon,
  CodeIcon,
  DatabaseIcon,
  FolderIcon,
  GlobeIcon,
  HomeIcon,
  MailIcon,
  ServerIcon,
  UserIcon,
} from '#web/ui/icons.tsx'

export type NavigationItem = {
  to: string
  label: string
  Icon: typeof HomeIcon
  exact?: boolean
  /** Where pages of this place lie that are not below its own address. */
  also?: string
}
export type NavigationGroup = { label: string; items: NavigationItem[] }

const dashboard: NavigationItem = { to: '/dashboard', label: 'Dashboard', Icon: HomeIcon }
const servers: NavigationItem = {
  to: '/websites',
  label: 'Servers',
  Icon: ServerIcon,
  also: '/server-management/',
}
const domains: NavigationItem = { to: '/domains', label: 'Domains', Icon: GlobeIcon }
const files: NavigationItem = { to: '/files', label: 'Files', Icon: FolderIcon }

/** The places of the signed-in area, as the rail shows them. */
export const navigationGroups: NavigationGroup[] = [
  {
    label: 'Services',
    items: [dashboard, servers, { to: '/cloud-management', label: 'Cloud', Icon: CloudIcon }],
  },
  {
    label: 'Web',
    items: [
      domains,
      { to: '/email', label: 'Email', Icon: MailIcon },
      { to: '/databases', label: 'Databases', Icon: DatabaseIcon },
      files,
      { to: '/backups', label: 'Backups', Icon: ArchiveIcon },
      { to: '/projects', label: 'Projects', Icon: CodeIcon },
    ],
  },
  {
    label: 'Account',
    items: [
      { to: '/profile/billing', label: 'Billing', Icon: CardIcon },
      { to: '/profile', label: 'Profile', Icon: UserIcon, exact: true },
    ],
  },
]

/** What fits in the bar at the bottom of a phone; the rest is behind More. */
export const bottomItems: NavigationItem[] = [{ ...dashboard, label: 'Home' }, servers, domains, files]
