import { useRouter } from '@tanstack/react-router'
import {
  type Action,
  type Choice,
  type Elsewhere,
  inOrder,
  type PaletteList,
  type PalettePart,
  type PaletteProps,
  type Tool,
  type WebFeature,
} from '../../feature.ts'
import { chooseScheme } from '../../lib/color-scheme.ts'
import { logOut } from '../../lib/log-out.ts'
import { drawIcon, LogOutIcon, MonitorIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx'
import { useFeatures } from '../../use-features.ts'
import { placesOf } from '../places.ts'
import { actionsSection, type PaletteEntry, placesSection } from './palette-match.ts'

const HelpIcon = drawIcon(
  'M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 115 0c0 2-2.5 2-2.5 4M12 16.8h.01',
)

type NavigationPlace = { pathname: string; searchStr: string }

type EntriesOptions = Pick<PaletteProps, 'viewer' | 'showKeys' | 'showTool'> & {
  parts: readonly PalettePart[]
}

const placeChoices = (features: readonly WebFeature[]): Choice[] =>
  placesOf(features).map(({ to, label, Icon, letter }) => ({
    id: to,
    label,
    Icon,
    href: to,
    ...(letter ? { keys: `g ${letter}` } : {}),
  }))

/** The page of an action, in its current state if already open, with the dialog over it. */
export function actionHref({ to, dialog }: Pick<Action, 'to' | 'dialog'>, here: NavigationPlace): string {
  if (dialog === undefined) return to
  const search = new URLSearchParams(here.pathname === to ? here.searchStr : '')
  search.set('dialog', dialog)
  return `${to}?${search}`
}

function useActions({ parts, viewer }: EntriesOptions): Choice[] {
  // Not subscribed: a palette that rerenders during navigation would keep the focus from the new page.
  const { state, routesByPath } = useRouter()
  const here = state.location
  const isPrivate = (to: string) =>
    routesByPath[to as keyof typeof routesByPath]?.options.staticData?.isPrivate === true
  return inOrder(parts.flatMap(({ actions = [] }) => actions))
    .filter(({ isForAdministrators }) => !isForAdministrators || viewer.isAdmin)
    .filter(({ to }) => !viewer.viewing || !isPrivate(to))
    .map((action) => ({ ...action, href: actionHref(action, here) }))
}

const schemes = [
  { value: 'light', label: 'Light colours', Icon: SunIcon },
  { value: 'dark', label: 'Dark colours', Icon: MoonIcon },
  { value: 'auto', label: 'System colours', Icon: MonitorIcon },
] as const

const toolChoice = ({ id, action }: Tool, showTool: Elsewhere['showTool']): Choice => ({
  ...action,
  id,
  run: () => showTool(id),
  isDialog: true,
})

/** The shell's own actions. */
function useOwnActions(showKeys: () => void): Choice[] {
  return [
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
      run: () => chooseScheme(value),
    })),
    {
      id: 'sign-out',
      label: 'Log out',
      words: 'sign out logout',
      Icon: LogOutIcon,
      run: () => void logOut(),
    },
  ]
}

const within = (section: string, choices: readonly Choice[], isOnSearch?: true): PaletteEntry[] =>
  choices.map((choice) => ({ ...choice, section, isOnSearch }))

/** The customer's objects, list by list. */
function useLists(parts: readonly PalettePart[]) {
  const lists: PaletteList[] = inOrder(parts.flatMap((part) => part.lists ?? []))
  // biome-ignore lint/correctness/useHookAtTopLevel: the parts never change, so that the hooks keep their order.
  return lists.map(({ section, isOnSearch, useChoices }) => ({ section, isOnSearch, ...useChoices() }))
}

/** Everything this user can choose, from the same queries as the pages. */
export function usePaletteEntries(options: EntriesOptions) {
  const features = useFeatures()
  const lists = useLists(options.parts)
  const ownActions = useOwnActions(options.showKeys)
  const actions = [
    ...useActions(options),
    ...inOrder(features.flatMap(({ tools }) => tools ?? [])).map((tool) =>
      toolChoice(tool, options.showTool),
    ),
    ...ownActions,
  ]
  const queries = lists.map(({ query }) => query)
  return {
    entries: [
      ...within(placesSection, placeChoices(features)),
      ...lists.flatMap(({ section, choices, isOnSearch }) => within(section, choices, isOnSearch)),
      ...within(actionsSection, actions),
    ],
    isLoading: queries.some(({ isLoading }) => isLoading),
    isIncomplete: queries.some(({ isError, data }) => isError && data === undefined),
    // Lists may share a query, so refetch each query once.
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch({ cancelRefetch: false })
    },
  }
}
