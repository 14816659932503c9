import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { findPreset, presets } from '#features/zones/contract/presets/presets.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import type { Domain } from '../../contract/contract.ts'
import { PresetForm } from './preset-form.tsx'
import type { ZoneChanges } from './use-zone-changes.ts'

const title = 'Add records for a provider'

const kinds = [
  ['mail', 'Mail'],
  ['site', 'Sites'],
  ['proof', 'Domain verification'],
] as const

const options = kinds.map(([kind, group]) => ({
  group,
  items: presets.filter((preset) => preset.kind === kind).map(({ id, name }) => ({ value: id, label: name })),
}))

type PresetDialogProps = { domain: Domain; changes: ZoneChanges; opened: boolean; onClose: () => void }

/** Adds the records of a mail or site provider, after a preview of the changes. */
export function PresetDialog({ domain, changes, opened, onClose }: PresetDialogProps) {
  const [chosen, setChosen] = useState(presets[0]?.id ?? '')
  const preset = findPreset(chosen)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <NativeSelect
          label="Provider"
          data={options}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        {preset && (
          <PresetForm key={chosen} preset={preset} domain={domain} changes={changes} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  )
}
