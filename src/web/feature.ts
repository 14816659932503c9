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

/** Who sees a page and in which frame: everybody, signed-in users, the same inside the shell, on the page of one site, administrators. */
export type Area = 'public' | 'signedIn' | 'shell' | 'site' | 'administrator'

export type RailGroup = 'Services' | 'Web' | 'Account'

type Icon = ComponentType<{ size?: number }>

/** A place that a signed-in user can go to: the palette lists it, and the rail too if it names a group. */
export type Place = {
  to: string
  label: string
  Icon: Icon
  /** Without one it is reached through the palette and links in pages. */
  group?: RailGroup
  /** Among the places of its group. */
  order: number
  /** Current only at this very address, not below it. */
  exact?: boolean
  /** The key that goes there after `g`. */
  letter?: string
  /** Where pages of this place are that are not below its own address. */
  also?: string
  /** The members of a service who have it: it is about that service, and all others are about an account. */
  members?: readonly MemberRole[]
  /** Among the tiles of the workspace, if it is one of them. */
  tile?: number
  /** In the bottom bar on phones, under a shorter name if there is one. */
  bar?: { order: number; label?: string }
}

/** An entry of the palette: where it leads, or what it does. */
export type Choice = {
  /** The same on every visit. */
  id: string
  label: string
  detail?: string
  /** Further words that find it. */
  words?: string
  Icon: Icon
  /** Keys that do the same. */
  keys?: string
} & (
  | { href: string }
  | { run: () => void /** It opens another dialog. */; isDialog?: true }
  /** It is done once somebody said so. */
  | { ask: Question }
)

/** An action of the palette: it goes to a page, and opens the dialog that `?dialog=` of this page names. */
export type Action = Pick<Choice, 'id' | 'label' | 'detail' | 'words' | 'Icon'> & {
  to: string
  dialog?: string
  order: number
  isForAdministrators?: boolean
}

/** The query behind a list of the palette. */
type ListQuery = {
  data: unknown
  isLoading: boolean
  isError: boolean
  refetch: (options: { cancelRefetch: false }) => unknown
}

/** A section of the palette with things of the customer. */
export type PaletteList = {
  section: string
  order: number
  /** A hook, called while the palette is open. */
  useChoices: () => { choices: Choice[]; query: ListQuery }
  /** Left out while nothing is typed: it has several entries for each thing. */
  isOnSearch?: true
}

/** What a feature puts into the palette. */
export type PalettePart = { lists?: readonly PaletteList[]; actions?: readonly Action[] }

/** What opens in place of the palette. */
export type Elsewhere = { showKeys: () => void; showTool: (id: string) => void }

export type PaletteProps = Elsewhere & {
  viewer: Viewer
  opened: boolean
  onClose: () => void
  /** Closes it without giving the focus back: it goes to the page or dialog that was chosen. */
  onLeave: () => void
}

/** The dialog of a tool, mounted anew at each opening under its key. */
type ToolDialog = {
  key: number
  opened: boolean
  onClose: () => void
  /** Closes it without returning the focus, which goes to the page that was chosen. */
  onLeave: () => void
}

/** `dialog` is mounted from the first opening on. */
export type ToolProps = { dialog: ToolDialog | null; onOpen: () => void }

/** A button of the header with a dialog, which an action of the palette opens too. */
export type Tool = {
  id: string
  order: number
  /** Loaded before the page is drawn; see `lazyTool`. */
  Tool: AsyncRouteComponent<ToolProps>
  action: Pick<Choice, 'label' | 'words' | 'Icon'>
}

export type AuthDialogProps = { mode: AuthMode; plan?: string | undefined; onClose: () => void }

/** A place of the rail and the bar; `more` is a sign of what waits behind it. */
export type RailPlace = Pick<Place, 'to' | 'label' | 'Icon' | 'exact' | 'also'> & { more?: ReactNode }

/** What is at the left edge, and at the bottom of a phone. */
export type Navigation = {
  groups: { label: string; places: RailPlace[] }[]
  bar: RailPlace[]
}

/** What waits behind a page of the desk. */
export type DeskCount = { count: number; label: string; isBad?: boolean }

export type DeskGroup = 'Work' | 'Business' | 'Machine'

/** A page of the administrators' desk. */
export type DeskTab = {
  to: string
  name: string
  Icon: Icon
  group: DeskGroup
  /** Among all of them. */
  order: number
  /** A hook, called while the desk is open; null when nothing waits. */
  useCount?: () => DeskCount | null
  /** Whether this installation has it; it has when this is left out. */
  isShown?: (site: Site) => boolean
  /** Its order in the bottom bar on phones. */
  bar?: number
}

/** A site that files are put on, and its address while it answers; with `path`, files for that folder, else a whole site. */
export type SiteDropProps = { site: { id: string; name: string; url: string | null }; path?: string }

/** What is paid: an order that waits, or an invoice. */
export type PayPanelProps = { kind: 'order' | 'invoice'; id: string }

/** A service whose price and paid time are shown; one that waits has none yet. */
export type ServiceBillingProps = { service: { id: string; status: string } }

/** A domain that is registered here, and until when; in a word or two, or with the way to pay. */
export type DomainBillingProps = { domain: { id: string; name: string; expires: string }; isBrief?: boolean }

/** A domain whose certificate, redirect to HTTPS, HSTS and DNSSEC are shown and switched. */
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

/** A domain whose mail is set up, inside what says whether that is done. */
export type DomainMailProps = {
  domain: { id: string; name: string }
  frame: (mail: ReactNode, isDone: boolean) => ReactNode
}

/** Who else works with a service. */
export type MembersPanelProps = { serviceId: string }

type CallContext = { queryClient: QueryClient; trpc: TRPCOptionsProxy<AppRouter> }

type ProcedureGroup = keyof inferRouterOutputs<AppRouter>

/** What a feature contributes to the application in the browser. Its pages are lazy: the manifest loads nothing of them. */
export type WebFeature = {
  routes?: Partial<Record<Area, readonly AnyRoute[]>>
  /** The page at `/`: `public` for a visitor, `shell` for a signed-in user. */
  home?: Partial<Record<'public' | 'shell', AnyRoute>>
  places?: readonly Place[]
  deskTabs?: readonly DeskTab[]
  /** A hook, called on every page: the rail and the bar of pages of its own, in place of everybody's; null on all others. */
  ownNavigation?: (features: readonly WebFeature[]) => Navigation | null
  /** Search and jump, in a chunk of its own. */
  palette?: { Palette: ComponentType<PaletteProps>; prefetch: () => void }
  tools?: readonly Tool[]
  /** Above every page of the shell, where there is something to say. */
  Banner?: ComponentType
  /** Signs a visitor in over a public page. */
  AuthDialog?: ComponentType<AuthDialogProps>
  /** A section of the landing page, below its first one; loaded before the page is drawn, see `lazyPublicPage`. */
  LandingPanel?: AsyncRouteComponent<object>
  /** Puts a folder, files or a zip on a site. */
  SiteDrop?: ComponentType<SiteDropProps>
  /** How an order or an invoice is paid. */
  PayPanel?: ComponentType<PayPanelProps>
  /** What waits for its money, on the dashboard. */
  DueNotice?: ComponentType<object>
  /** What waits for an administrator, above all else on the dashboard; `load` reads what it shows. */
  deskNotice?: { Notice: ComponentType<object>; load: (context: CallContext) => Promise<unknown> }
  /** What a service costs and until when it is paid, among its settings. */
  ServiceBilling?: ComponentType<ServiceBillingProps>
  /** Until when a domain is paid, in lists and among its settings; loaded before the page is drawn. */
  DomainBilling?: LazyPart<DomainBillingProps>
  /** HTTPS and DNSSEC of a domain; loaded before the page is drawn. */
  DomainCertificate?: LazyPart<DomainCertificateProps>
  /** Mail of a domain in one switch: the records that it needs, published or to be copied. */
  DomainMail?: LazyPart<DomainMailProps>
  /** Who else works with a service, and invitations to it. */
  MembersPanel?: ComponentType<MembersPanelProps>
  /** Groups of procedures whose answers are refreshed after a live event of these kinds. */
  live?: Partial<Record<ProcedureGroup, readonly string[]>>
}

/** In the order that each of them says. */
export const inOrder = <Ordered extends { order: number }>(all: readonly Ordered[]): Ordered[] =>
  all.toSorted((one, other) => one.order - other.order)
