import { Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { countText } from '#shared/text/count-text.ts'
import type { PalettePart, PaletteProps } from '../../feature.ts'
import { areSingleKeysOn } from '../../lib/keys.ts'
import { noteRecent, recentOf } from '../../lib/recent.ts'
import { Confirming, type Question } from '../../ui/dialogs/confirming.tsx'
import { useBackToClose } from '../../ui/dialogs/use-back-to-close.ts'
import { useDialog } from '../../ui/dialogs/use-dialog.ts'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { Mantine } from '../../ui/mantine.tsx'
import { findEntries, type PaletteEntry, type PaletteSection } from './palette-match.ts'
import { usePaletteEntries } from './use-palette-entries.ts'

type WholeProps = PaletteProps & { parts: readonly PalettePart[] }

const label = 'Search pages, services and actions'

/** Navigation and actions by typing a name: a combobox whose list is always open. */
export function Palette(props: WholeProps) {
  useBackToClose(props)
  const asking = useDialog<Question>()
  return (
    <Mantine>
      <Modal.Root
        opened={props.opened}
        onClose={props.onClose}
        size={640}
        yOffset="12dvh"
        classNames={{ inner: 'palette-place', content: 'palette-dialog' }}
        transitionProps={{ duration: 0 }}
      >
        <Modal.Overlay blur={2} />
        <Modal.Content radius={12} aria-label="Search">
          <Panel {...props} onAsk={asking.open} />
        </Modal.Content>
      </Modal.Root>
      <Confirming dialog={asking} ask={(question) => question} />
    </Mantine>
  )
}

type PanelProps = WholeProps & { onAsk: (question: Question) => void }

function useChoice({ viewer, onClose, onLeave, onAsk }: PanelProps) {
  const router = useRouter()
  return (entry: PaletteEntry) => {
    noteRecent(viewer.id, entry.id)
    if ('href' in entry) {
      onLeave()
      void router.navigate({ href: entry.href })
    } else if ('ask' in entry) {
      onLeave()
      onAsk(entry.ask)
    } else {
      if (entry.isDialog) onLeave()
      else onClose()
      entry.run()
    }
  }
}

function Panel(props: PanelProps) {
  const { viewer, onClose } = props
  const { entries, isLoading, isIncomplete, retry } = usePaletteEntries(props)
  const [search, setSearch] = useState('')
  const [recent] = useState(() => recentOf(viewer.id))
  const sections = findEntries(entries, search, recent)
  const flat = sections.flatMap((section) => section.entries)
  const [place, setPlace] = useState(0)
  const active = Math.min(place, flat.length - 1)
  const choose = useChoice(props)
  const listId = useId()
  const optionId = (at: number) => `${listId}-${at}`
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const entry = flat[active]
    if (step && entry) setPlace((active + step + flat.length) % flat.length)
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing || !entry) return
    else choose(entry)
    event.preventDefault()
  }
  const type = (text: string) => {
    setSearch(text)
    setPlace(0)
  }
  return (
    <div className="palette">
      <div className="palette-head">
        <SearchIcon />
        <input
          data-autofocus
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={flat.length > 0}
          aria-controls={listId}
          aria-activedescendant={flat.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Search or jump to…"
          value={search}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <button
          type="button"
          className="icon-button"
          data-size="large"
          aria-label="Close: Search"
          onClick={onClose}
        >
          <CloseIcon size={16} />
        </button>
      </div>
      <List {...{ sections, listId, optionId, active, choose, setPlace }} />
      <State count={flat.length} {...{ search, isLoading, isIncomplete, retry }} />
    </div>
  )
}

type ListProps = {
  sections: PaletteSection[]
  listId: string
  optionId: (at: number) => string
  active: number
  choose: (entry: PaletteEntry) => void
  setPlace: (at: number) => void
}

function List({ sections, listId, optionId, active, choose, setPlace }: ListProps) {
  const activeId = optionId(active)
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  let at = -1
  return (
    <div
      className="palette-list"
      role="listbox"
      id={listId}
      aria-label="Results"
      hidden={sections.length === 0}
    >
      {sections.map(({ section, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, no fieldsets.
        <div key={section} role="group" aria-label={section}>
          <div className="palette-section" aria-hidden="true">
            {section}
          </div>
          {entries.map((entry) => {
            at += 1
            const place = at
            return (
              <Option
                key={entry.id}
                id={optionId(place)}
                entry={entry}
                isActive={place === active}
                onPoint={() => setPlace(place)}
                onChoose={() => choose(entry)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  entry: PaletteEntry
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, entry, isActive, onPoint, onChoose }: OptionProps) {
  const { Icon, label: name, detail, keys } = entry
  return (
    // The focused field's keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      onPointerMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon size={16} />
      <span className="palette-label">{name}</span>
      {detail && <span className="palette-detail">{detail}</span>}
      {keys && areSingleKeysOn() && (
        <span aria-hidden="true">
          <kbd>{keys}</kbd>
        </span>
      )}
    </div>
  )
}

type StateProps = {
  count: number
  search: string
  isLoading: boolean
  isIncomplete: boolean
  retry: () => void
}

/** Status for screen readers, and what the list lacks. */
function State({ count, search, isLoading, isIncomplete, retry }: StateProps) {
  const nothing = `No results for “${search.trim()}”.`
  const text = count === 0 ? nothing : search.trim() === '' ? '' : countText(count, 'result')
  return (
    <div
      className="palette-foot"
      data-empty={count === 0 || undefined}
      data-quiet={(count > 0 && !isLoading && !isIncomplete) || undefined}
    >
      <span role="status" className={count === 0 ? undefined : 'visually-hidden'}>
        {isLoading ? 'Loading your services…' : text}
      </span>
      {isLoading && count > 0 && <span aria-hidden="true">Loading your services…</span>}
      {isIncomplete && (
        <span className="palette-incomplete">
          Some of your services and projects could not be loaded.
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        </span>
      )}
      <span className="palette-help" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </span>
    </div>
  )
}
