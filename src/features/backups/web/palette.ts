import type { PalettePart } from '#web/feature.ts'
import { ArchiveIcon, ClockIcon } from '#web/ui/icons.tsx'
import { useBackupActions } from './use-backup-actions.ts'

export const backupsPalette = {
  lists: [{ section: 'Back up', order: 13, useChoices: useBackupActions, isOnSearch: true }],
  actions: [
    {
      id: 'create-backup',
      label: 'Create a backup',
      detail: 'Backups',
      Icon: ArchiveIcon,
      to: '/backups',
      dialog: 'create',
      order: 10,
    },
    {
      id: 'schedule-backups',
      label: 'Schedule backups',
      detail: 'Backups',
      words: 'automatic daily weekly monthly',
      Icon: ClockIcon,
      to: '/backups',
      dialog: 'schedule',
      order: 15,
    },
  ],
} as const satisfies PalettePart
