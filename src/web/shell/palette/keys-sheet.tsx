import { Switch } from '@mantine/core'
import { Fragment, useState } from 'react'
import { areSingleKeysOn, type Shortcut, type ShortcutGroup, switchSingleKeys } from '../../lib/keys.ts'
import { Modal } from '../../ui/dialogs/modal.tsx'
import { useModifier } from './modifier.ts'

type KeysSheetProps = { opened: boolean; onClose: () => void; groups: readonly ShortcutGroup[] }

const title = 'Keyboard shortcuts'
const written: Record<string, string> = { Escape: 'Esc' }

/** All active shortcuts of the page, and the switch for single keys (WCAG 2.1.4). */
export function KeysSheet({ opened, onClose, groups }: KeysSheetProps) {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const toggle = (next: boolean) => {
    switchSingleKeys(next)
    setOn(next)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={680}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Switch
        data-autofocus
        className="keys-switch"
        checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
        label="Single keys"
        description="Turn off single-key shortcuts if speech input triggers them by mistake. Saved in this browser."
      />
      <div className="keys-groups" data-off={!isOn || undefined}>
        {groups.map((group) => (
          <Group key={group.name} {...group} />
        ))}
      </div>
    </Modal>
  )
}

const Group = ({ name, shortcuts }: ShortcutGroup) => (
  <section className="keys-group">
    <h3>{name}</h3>
    <dl>
      {shortcuts.map((shortcut) => (
        <Row key={shortcut.keys} {...shortcut} />
      ))}
    </dl>
  </section>
)

function Row({ keys, meaning }: Shortcut) {
  const modifier = useModifier()
  const isChord = keys.startsWith('Mod+')
  const parts = isChord ? [modifier, keys.slice('Mod+'.length).toUpperCase()] : keys.split(' ')
  const isSingle = !isChord && parts.every((part) => part.length === 1)
  return (
    <div data-single={isSingle || undefined}>
      <dt>
        {parts.map((part, place) => (
          <Fragment key={part}>
            {place > 0 && <span className="keys-between">{isChord ? '+' : 'then'}</span>}
            <kbd>{written[part] ?? part}</kbd>
          </Fragment>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </div>
  )
}
