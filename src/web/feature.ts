import type { AnyRoute, AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AppRouter } from '#app/router.ts'
import type { AuthMode } from './public/public-header.tsx'

/** Who sees a page and in which frame: everybody, whoever is signed in, the same inside the shell, administrators there. */
export type Area = 'public' | 'signedIn' | 'shell' | 'administrator'

export type RailGroup = 'Services' | 'Web' | 'Account'

type Icon = ComponentType<{ size?: number }>

/** Somewhere a signed-in person can go: the palette lists it, and the rail when it names a group. */
export type Place = {
  to: string
  label: string
  Icon: Icon
  /** Without one it is reached by the palette and by links of pages. */
  group?: RailGroup
  /** Among the places of its group. */
  order: number
  /** Current at this very address alone, not below it. */
  exact?: boolean
  /** After `g`, the key that goes there. */
  letter?: string
  /** Where pages of this place lie that are not below its own address. */
  also?: string
  /** In the bar at the bottom of a phone, by a shorter name if it has one. */
  bar?: { order: number; label?: string }
  isForAdministrators?: boolean
}

/** A way into the workspace, on the dashboard. */
type Tile = { to: string; name: string; text: string; Icon: Icon; order: number }

/** Something to choose in the palette: where it leads, or what it does. */
export type Choice = {
  /** The same for the same thing on every visit. */
  id: string
  label: string
  detail?: string
  /** Further words it is found by. */
  words?: string
  Icon: Icon
  /** Keys that do the same. */
  keys?: string
} & ({ href: string } | { run: () => void /** It opens another dialog. */; isDialog?: true })

/** The query that a list of the palette comes from. */
type ListQuery = {
  data: unknown
  isLoading: boolean
  isError: boolean
  refetch: (options: { cancelRefetch: false }) => unknown
}

/** A section of the palette: what the customer has of something. */
export type PaletteList = {
  section: string
  order: number
  /** A hook, called while the palette is open. */
  useChoices: () => { choices: Choice[]; query: ListQuery }
}

/** The dialog of a tool, mounted anew at each opening under its key. */
type ToolDialog = {
  key: number
  opened: boolean
  onClose: () => void
  /** Closes it without giving the focus back: it goes to the page that was chosen. */
  onLeave: () => void
}

/** `dialog` is there from the first opening on. */
export type ToolProps = { dialog: ToolDialog | null; onOpen: () => void }

/** A button of the header with a dialog, which an action of the palette opens too. */
export type Tool = {
  id: string
  order: number
  /** Loaded before the page is drawn, see `lazyTool`. */
  Tool: AsyncRouteComponent<ToolProps>
  action: Pick<Choice, 'label' | 'words' | 'Icon'>
}

export type AuthDialogProps = { mode: AuthMode; onClose: () => void }

/** A site that files are put on; its address while it answers. */
export type SiteDropProps = { site: { id: string; name: string; url: string | null } }

type ProcedureGroup = keyof AppRouter['_def']['record']

/** What a feature adds to the application in the browser. Its pages are lazy: nothing of them comes with the manifest. */
export type WebFeature = {
  routes?: Partial<Record<Area, readonly AnyRoute[]>>
  /** The page at `/`: `public` for a visitor, `shell` for whoever is signed in. */
  home?: Partial<Record<'public' | 'shell', AnyRoute>>
  places?: readonly Place[]
  tiles?: readonly Tile[]
  palette?: {
    lists?: readonly PaletteList[]
    actions?: readonly (Choice & { order: number })[]
  }
  tools?: readonly Tool[]
  /** Signs a visitor in over a public page. */
  AuthDialog?: ComponentType<AuthDialogProps>
  /** Puts a folder, files or a zip on a site, from the dashboard. */
  SiteDrop?: ComponentType<SiteDropProps>
  /** Groups of procedures whose answers are re-read after a live event of these kinds. */
  live?: Partial<Record<ProcedureGroup, readonly string[]>>
}

/** In the order that each of them says. */
export const inOrder = <Ordered extends { order: number }>(all: readonly Ordered[]): Ordered[] =>
  all.toSorted((one, other) => one.order - other.order)
