import { useMantineColorScheme } from '@mantine/core'
import type { Outline } from '#features/projects/contract.ts'
import type { Service } from '#features/services/contract.ts'
import { logOut } from '#web/lib/log-out.ts'
import { trpc } from '#web/trpc.ts'
import {
  ArchiveIcon,
  BellIcon,
  CloudIcon,
  CodeIcon,
  FolderIcon,
  HelpIcon,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  PlusIcon,
  ServerIcon,
  SunIcon,
} from '#web/ui/icons.tsx'
import type { Viewer } from '#web/viewer.ts'
import { placesOf } from './navigation-items.ts'
import type { Entry } from './palette-match.ts'

/** What opens in place of the palette. */
export type Elsewhere = { showKeys: () => void; showActivity: () => void }

const places = (viewer: Viewer): Entry[] =>
  placesOf(viewer).map(({ to, label, Icon, letter }) => ({
    id: to,
    section: 'Go to',
    label,
    Icon,
    href: to,
    ...(letter ? { keys: `g ${letter}` } : {}),
  }))

const nameOf = ({ domain, plan }: Service): string => domain ?? plan.name

function servicesOf(services: readonly Service[]): Entry[] {
  return services.map((service) => ({
    id: `service:${service.id}`,
    section: 'Services',
    label: nameOf(service),
    detail: `${service.plan.name} · ${service.status}`,
    words: `${service.serverIp ?? ''} ${service.category.name}`,
    Icon: ServerIcon,
    href: `/server-management/${service.id}`,
  }))
}

/** A restored or restarting service keeps its files, but only an active one takes new ones. */
function filesOf(services: readonly Service[]): Entry[] {
  return services
    .filter(({ status }) => status === 'active')
    .map((service) => ({
      id: `files:${service.id}`,
      section: 'Files',
      label: `Files of ${nameOf(service)}`,
      detail: service.plan.name,
      words: service.serverIp ?? '',
      Icon: FolderIcon,
      href: `/files?service=${service.id}`,
    }))
}

const projectsOf = (projects: readonly Outline[]): Entry[] =>
  projects.map(({ id, name, description }) => ({
    id: `project:${id}`,
    section: 'Projects',
    label: name,
    ...(description ? { detail: description } : {}),
    Icon: CodeIcon,
    href: `/projects?project=${id}`,
  }))

const makers: Entry[] = [
  { id: 'create-backup', label: 'Create a backup', detail: 'Backups', Icon: ArchiveIcon, href: '/backups' },
  { id: 'create-project', label: 'New project', detail: 'Projects', Icon: PlusIcon, href: '/projects' },
  {
    id: 'connect-cloud',
    label: 'Connect a cloud account',
    detail: 'Cloud',
    Icon: CloudIcon,
    href: '/cloud-management',
  },
].map((entry): Entry => ({ ...entry, section: 'Actions' }))

const schemes = [
  { value: 'light', label: 'Light colours', Icon: SunIcon },
  { value: 'dark', label: 'Dark colours', Icon: MoonIcon },
  { value: 'auto', label: 'Colours of the system', Icon: MonitorIcon },
] as const

function useActions({ showKeys, showActivity }: Elsewhere): Entry[] {
  const { setColorScheme } = useMantineColorScheme()
  const others: Omit<Extract<Entry, { run: () => void }>, 'section'>[] = [
    {
      id: 'activity',
      label: 'Activity',
      words: 'jobs running notifications',
      Icon: BellIcon,
      run: showActivity,
      isDialog: true,
    },
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
      words: 'help',
      Icon: HelpIcon,
      keys: '?',
      run: showKeys,
      isDialog: true,
    },
    ...schemes.map(({ value, label, Icon }) => ({
      id: `scheme:${value}`,
      label,
      words: 'theme mode color scheme appearance',
      Icon,
      run: () => setColorScheme(value),
    })),
    {
      id: 'sign-out',
      label: 'Sign out',
      words: 'log out logout',
      Icon: LogOutIcon,
      run: () => void logOut(),
    },
  ]
  return [...makers, ...others.map((entry): Entry => ({ ...entry, section: 'Actions' }))]
}

/** Everything this person can choose, read from the lists that their pages show too. */
export function usePaletteEntries(viewer: Viewer, elsewhere: Elsewhere) {
  const services = trpc.servers.list.useQuery()
  const projects = trpc.projects.outline.useQuery()
  const actions = useActions(elsewhere)
  const entries = [
    ...places(viewer),
    ...servicesOf(services.data ?? []),
    ...projectsOf(projects.data ?? []),
    ...filesOf(services.data ?? []),
    ...actions,
  ]
  const lists = [services, projects]
  return {
    entries,
    isLoading: lists.some(({ isLoading }) => isLoading),
    isIncomplete: lists.some(({ isError, data }) => isError && data === undefined),
    retry: () => {
      for (const list of lists) if (list.isError) void list.refetch()
    },
  }
}
