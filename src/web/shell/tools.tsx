import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useShortcuts } from '#web/lib/keys.ts'
import { SearchIcon } from '#web/ui/icons.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useViewer, type Viewer } from '#web/viewer.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })))

const never = () => () => {}

/** The key beside K, as this keyboard names it. */
const useModifier = (): string =>
  useSyncExternalStore(
    never,
    () => (/mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl'),
    () => 'Ctrl',
  )

/** Fetches what a press will need as soon as somebody means to. */
const onIntent = (load: () => Promise<unknown>) => {
  const prefetch = () => void load()
  return { onPointerEnter: prefetch, onFocus: prefetch }
}

function SearchButton({ onOpen }: { onOpen: () => void }) {
  const modifier = useModifier()
  return (
    <button
      type="button"
      className="shell-search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={onOpen}
      {...onIntent(loadPalette)}
    >
      <SearchIcon size={16} />
      <span className="shell-search-text">Search</span>
      <span aria-hidden="true">
        <kbd>{modifier} K</kbd>
      </span>
    </button>
  )
}

/** What the header offers on every page: search, by hand and by key. */
export function Tools() {
  const viewer = useViewer()
  return viewer && <SignedInTools viewer={viewer} />
}

function SignedInTools({ viewer }: { viewer: Viewer }) {
  const dialog = useDialog<'palette'>()
  const { subject, key, isOpen, open, close, leave } = dialog
  const toggle = () => {
    if (isOpen) close()
    // Another dialog comes first: it may hold what somebody has typed.
    else if (!document.querySelector('[role="dialog"]')) open('palette')
  }
  useShortcuts('Everywhere', [{ keys: 'Mod+k', meaning: 'search and jump', run: toggle }])
  return (
    <div className="shell-tools">
      <SearchButton onOpen={() => open('palette')} />
      <Suspense>
        {subject === 'palette' && (
          <Palette key={key} viewer={viewer} opened={isOpen} onClose={close} onLeave={leave} />
        )}
      </Suspense>
    </div>
  )
}
