import type { QueryClient } from '@tanstack/react-query'
import type { AnyRoute, AsyncRouteComponent } from '@tanstack/react-router'
import type { inferRouterOutputs } from '@trpc/server'
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { ComponentType, ReactNode } from 'react'
import type { AppRouter } from '#app/router.ts'
import type { MemberRole } from '#shared/member-roles.ts'
import type { AuthMode } from './public/public-header.tsx'
import type { Site } from './site.tsx'
import type { Question } from './ui/dialogs/confirming.tsx'
import type { LazyPart } from './ui/lazy-part.tsx'
import type { Viewer } from './viewer.ts'

/** Audience and frame of a page: public, signed-in, signed-in inside the shell, inside a site's page, administrators. */
export type Area = 'public' | 'signedIn' | 'shell' | 'site' | 'administrator'

export type RailGroup = 'Services' | 'Web' | 'Account'

type Icon = ComponentType<{ size?: number }>

/** A navigation target for signed-in users, listed in the palette, and in the rail if it names a group. */
export type NavigationPlace = {
  to: string
  label: string
  Icon: Icon
  /** Without a group, only the palette and links in pages lead there. */
  group?: RailGroup
  /** Order within its group. */
  order: number
  /** Current only at exactly this path, not below it. */
  exact?: boolean
  /** The key that opens it after `g`. */
  letter?: string
  /** Path of further pages that belong to it. */
  also?: string
  /** Member roles that may see it, for a target about a service; others concern the account. */
  members?: readonly MemberRole[]
  /** Order among the workspace tiles, if it is one of them. */
  tile?: number
  /** Order in the bottom bar on phones, with a shorter label if needed. */
  bar?: { order: number; label?: string }
}

/** A palette entry, with a link or an action. */
export type Choice = {
  /** Stable across visits. */
  id: string
  label: string
  detail?: string
  /** Further search words. */
  words?: string
  Icon: Icon
  /** Equivalent shortcut. */
  keys?: string
} & (
  | { href: string }
  | { run: () => void /** It opens another dialog. */; isDialog?: true }
  /** It runs after a confirmation. */
  | { ask: Question }
)

/** A palette action: it opens a page, with the dialog named by its `?dialog=` parameter. */
export type Action = Pick<Choice, 'id' | 'label' | 'detail' | 'words' | 'Icon'> & {
  to: string
  dialog?: string
  order: number
  isForAdministrators?: boolean
}

/** The query behind a palette list. */
type ListQuery = {
  data: unknown
  isLoading: boolean
  isError: boolean
  refetch: (options: { cancelRefetch: false }) => unknown
}

/** A palette section with the customer's objects. */
export type PaletteList = {
  section: string
  order: number
  /** A hook, called while the palette is open. */
  useChoices: () => { choices: Choice[]; query: ListQuery }
  /** Hidden until something is typed: it has several entries per object. */
  isOnSearch?: true
}

/** A feature's contributions to the palette. */
export type PalettePart = { lists?: readonly PaletteList[]; actions?: readonly Action[] }

/** Dialogs that replace the palette. */
export type Elsewhere = { showKeys: () => void; showTool: (id: string) => void }

export type PaletteProps = Elsewhere & {
  viewer: Viewer
  opened: boolean
  onClose: () => void
  /** Closes it without returning the focus, which moves to the chosen page or dialog. */
  onLeave: () => void
}

/** A tool's dialog, remounted under its key at each opening. */
type ToolDialog = {
  key: number
  opened: boolean
  onClose: () => void
  /** Closes it without returning the focus, which moves to the chosen page. */
  onLeave: () => void
}

/** `dialog` stays mounted from the first opening on. */
export type ToolProps = { dialog: ToolDialog | null; onOpen: () => void }

/** A header button with a dialog, which a palette action opens too. */
export type Tool = {
  id: string
  order: number
  /** Loaded before the page is drawn; see `lazyTool`. */
  Tool: AsyncRouteComponent<ToolProps>
  action: Pick<Choice, 'label' | 'words' | 'Icon'>
}

export type AuthDialogProps = { mode: AuthMode; plan?: string | undefined; onClose: () => void }

/** An entry of the rail and the bar; `more` shows waiting work. */
export type RailPlace = Pick<NavigationPlace, 'to' | 'label' | 'Icon' | 'exact' | 'also'> & {
  more?: ReactNode
}

/** Navigation in the rail, and in the bottom bar on phones. */
export type Navigation = {
  groups: { label: string; places: RailPlace[] }[]
  bar: RailPlace[]
}

/** Waiting work behind a desk page. */
export type DeskCount = { count: number; label: string; isBad?: boolean }

export type DeskGroup = 'Work' | 'Business' | 'Machine'

/** A page of the administrators' desk. */
export type DeskTab = {
  to: string
  name: string
  Icon: Icon
  group: DeskGroup
  /** Order among all tabs. */
  order: number
  /** A hook, called while the desk is open; null when nothing waits. */
  useCount?: () => DeskCount | null
  /** Whether this installation has it; true by default. */
  isShown?: (site: Site) => boolean
  /** Its order in the bottom bar on phones. */
  bar?: number
}

/** An upload target: a site, and its URL while it is reachable; with `path` for files into that folder, else for a whole site. */
export type SiteDropProps = { site: { id: string; name: string; url: string | null }; path?: string }

/** A pending order or an invoice to pay. */
export type PayPanelProps = { kind: 'order' | 'invoice'; id: string }

/** A service with its price and paid period; a pending one has none. */
export type ServiceBillingProps = { service: { id: string; status: string } }

/** A domain registered here, with its expiry; brief, or with payment links. */
export type DomainBillingProps = { domain: { id: string; name: string; expires: string }; isBrief?: boolean }

/** A domain with its certificate, HTTPS redirect, HSTS and DNSSEC settings. */
export type DomainCertificateProps = {
  domain: {
    id: string
    name: string
    ssl: boolean
    httpsRedirect: boolean
    hsts: boolean
    certificate: { isServed: boolean }
  }
}

/** A domain's mail setup, inside a frame that shows whether it is done. */
export type DomainMailProps = {
  domain: { id: string; name: string }
  frame: (mail: ReactNode, isDone: boolean) => ReactNode
}

/** Other members of a service. */
export type MembersPanelProps = { serviceId: string }

type CallContext = { queryClient: QueryClient; trpc: TRPCOptionsProxy<AppRouter> }

type ProcedureGroup = keyof inferRouterOutputs<AppRouter>

/** A feature's contributions to the application in the browser. Its pages are lazy, so the manifest loads none of them. */
export type WebFeature = {
  routes?: Partial<Record<Area, readonly AnyRoute[]>>
  /** The page at `/`: `public` for a visitor, `shell` for a signed-in user. */
  home?: Partial<Record<'public' | 'shell', AnyRoute>>
  places?: readonly NavigationPlace[]
  deskTabs?: readonly DeskTab[]
  /** A hook, called on every page: replaces the rail and the bar on the feature's own pages; null on all others. */
  ownNavigation?: (features: readonly WebFeature[]) => Navigation | null
  /** Search and navigation, in its own chunk. */
  palette?: { Palette: ComponentType<PaletteProps>; prefetch: () => void }
  tools?: readonly Tool[]
  /** Shown above every shell page when it has something to say. */
  Banner?: ComponentType
  /** Signs a visitor in over a public page. */
  AuthDialog?: ComponentType<AuthDialogProps>
  /** A landing page section below the first one; loaded before the page is drawn, see `lazyPublicPage`. */
  LandingPanel?: AsyncRouteComponent<object>
  /** Uploads a folder, files or a zip to a site. */
  SiteDrop?: ComponentType<SiteDropProps>
  /** Pays an order or an invoice. */
  PayPanel?: ComponentType<PayPanelProps>
  /** Due payments, on the dashboard. */
  DueNotice?: ComponentType<object>
  /** Work for administrators, at the top of the dashboard; `load` prefetches its data. */
  deskNotice?: { Notice: ComponentType<object>; load: (context: CallContext) => Promise<unknown> }
  /** A service's price and paid period, among its settings. */
  ServiceBilling?: ComponentType<ServiceBillingProps>
  /** A domain's paid period, in lists and settings; loaded before the page is drawn. */
  DomainBilling?: LazyPart<DomainBillingProps>
  /** A domain's HTTPS and DNSSEC settings; loaded before the page is drawn. */
  DomainCertificate?: LazyPart<DomainCertificateProps>
  /** A domain's mail setup in one switch: publishes the required records, or lists them to copy. */
  DomainMail?: LazyPart<DomainMailProps>
  /** Members of a service, and invitations. */
  MembersPanel?: ComponentType<MembersPanelProps>
  /** Procedure groups to refetch after live events of these kinds. */
  live?: Partial<Record<ProcedureGroup, readonly string[]>>
}

/** Sorts by `order`. */
export const inOrder = <Ordered extends { order: number }>(all: readonly Ordered[]): Ordered[] =>
  all.toSorted((one, other) => one.order - other.order)
