import { useRouter } from '@tanstack/react-router'
import { inOrder } from '#web/feature.ts'
import { offeredShortcuts, type Shortcut, type ShortcutGroup, useShortcuts } from '#web/lib/keys.ts'
import { SearchIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer, type Viewer } from '#web/viewer.ts'
import { useDialog } from '../ui/dialogs/use-dialog.ts'
import { useModifier } from './palette/modifier.ts'
import { placesOf } from './places.ts'

const KeysSheet = lazyPart(() => import('./palette/keys-sheet.tsx'), 'KeysSheet')

function SearchButton({ onOpen, onIntent }: { onOpen: () => void; onIntent: (() => void) | undefined }) {
  const modifier = useModifier()
  return (
    <button
      type="button"
      className="shell-search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={onOpen}
      // Preloaded as soon as somebody is about to press it.
      onPointerEnter={onIntent}
      onFocus={onIntent}
    >
      <SearchIcon size={16} />
      <span className="shell-search-text">Search</span>
      <span aria-hidden="true">
        <kbd>{modifier} K</kbd>
      </span>
    </button>
  )
}

/** The search field of the page's list, if any. */
const findField = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('main input[type="search"]')

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null

/** `g` and a letter for each place that has one. */
function usePlaceShortcuts(): Shortcut[] {
  const router = useRouter()
  return placesOf(useFeatures()).flatMap(({ to, label, letter }) =>
    letter ? [{ keys: `g ${letter}`, meaning: label, run: () => void router.navigate({ href: to }) }] : [],
  )
}

type Shown = { is: 'palette' } | { is: 'keys'; groups: ShortcutGroup[] } | { is: 'tool'; id: string }

/** The header's controls and shortcuts on every page: search, the tools of features, and the shortcut list. */
export function Tools() {
  const viewer = useViewer()
  return viewer && !viewer.actingFor ? <SignedInTools viewer={viewer} /> : null
}

function SignedInTools({ viewer }: { viewer: Viewer }) {
  const { subject, key, isOpen, open, close, leave } = useDialog<Shown>()
  const showPalette = () => open({ is: 'palette' })
  const showKeys = () => open({ is: 'keys', groups: offeredShortcuts() })
  const showTool = (id: string) => open({ is: 'tool', id })
  const features = useFeatures()
  const tools = inOrder(features.flatMap((feature) => feature.tools ?? []))
  const palette = features.find((feature) => feature.palette)?.palette
  const toggle = () => {
    if (isOpen && subject?.is === 'palette') close()
    // Never cover another dialog: it may hold unsaved input.
    else if (!isDialogOpen()) showPalette()
  }
  const find = () => {
    const field = findField()
    if (!field) return showPalette()
    field.focus()
    field.select()
  }
  useShortcuts('Everywhere', [
    { keys: 'Mod+k', meaning: 'search and jump', run: toggle },
    { keys: '/', meaning: 'search in this list', run: find },
    { keys: '?', meaning: 'these keys', run: showKeys },
  ])
  useShortcuts('Go to', usePlaceShortcuts())
  const dialog = { opened: isOpen, onClose: close }
  return (
    <div className="shell-tools">
      <SearchButton onOpen={showPalette} onIntent={palette?.prefetch} />
      {tools.map(({ id, Tool }) => (
        <Tool
          key={id}
          onOpen={() => showTool(id)}
          dialog={subject?.is === 'tool' && subject.id === id ? { key, ...dialog, onLeave: leave } : null}
        />
      ))}
      {palette && subject?.is === 'palette' && (
        <palette.Palette key={key} {...dialog} {...{ viewer, showKeys, showTool }} onLeave={leave} />
      )}
      {subject?.is === 'keys' && <KeysSheet key={key} {...dialog} groups={subject.groups} />}
    </div>
  )
}
