import {
  ArchiveIcon,
  CardIcon,
  CloudIcon,
  CodeIcon,
  DatabaseIcon,
  FolderIcon,
  GlobeIcon,
  HomeIcon,
  LockIcon,
  MailIcon,
  ServerIcon,
  SettingsIcon,
  ShieldIcon,
  UserIcon,
} from '#web/ui/icons.tsx'

export type NavigationItem = {
  to: string
  label: string
  Icon: typeof HomeIcon
  exact?: boolean
  /** After `g`, the key that goes there. */
  letter?: string
  /** Where pages of this place lie that are not below its own address. */
  also?: string
}
export type NavigationGroup = { label: string; items: NavigationItem[] }

const dashboard: NavigationItem = { to: '/dashboard', label: 'Dashboard', letter: 'd', Icon: HomeIcon }
const servers: NavigationItem = {
  to: '/websites',
  label: 'Servers',
  letter: 's',
  Icon: ServerIcon,
  also: '/server-management/',
}
const domains: NavigationItem = { to: '/domains', label: 'Domains', letter: 'o', Icon: GlobeIcon }
const files: NavigationItem = { to: '/files', label: 'Files', letter: 'f', Icon: FolderIcon }

/** The places of the signed-in area, as the rail shows them. */
export const navigationGroups: NavigationGroup[] = [
  {
    label: 'Services',
    items: [dashboard, servers, { to: '/cloud-management', label: 'Cloud', letter: 'c', Icon: CloudIcon }],
  },
  {
    label: 'Web',
    items: [
      domains,
      { to: '/email', label: 'Email', letter: 'e', Icon: MailIcon },
      { to: '/databases', label: 'Databases', letter: 't', Icon: DatabaseIcon },
      files,
      { to: '/backups', label: 'Backups', letter: 'b', Icon: ArchiveIcon },
      { to: '/projects', label: 'Projects', letter: 'p', Icon: CodeIcon },
    ],
  },
  {
    label: 'Account',
    items: [
      { to: '/profile/billing', label: 'Billing', letter: 'i', Icon: CardIcon },
      { to: '/profile', label: 'Profile', letter: 'u', Icon: UserIcon, exact: true },
    ],
  },
]

/** What fits in the bar at the bottom of a phone; the rest is behind More. */
export const bottomItems: NavigationItem[] = [{ ...dashboard, label: 'Home' }, servers, domains, files]

const account: NavigationItem = { to: '/account', label: 'Account Settings', Icon: SettingsIcon }
const desk: NavigationItem = { to: '/admin', label: 'Administration', letter: 'a', Icon: ShieldIcon }

/** Every place a person can go to: those of the rail, and those that lie behind other menus. */
export const placesOf = (viewer: { isAdmin: boolean }): NavigationItem[] => [
  ...navigationGroups.flatMap(({ items }) => items),
  { to: '/applications', label: 'Applications', Icon: CodeIcon },
  { to: '/ssl-certificates', label: 'SSL Certificates', Icon: LockIcon },
  account,
  ...(viewer.isAdmin ? [desk] : []),
]
