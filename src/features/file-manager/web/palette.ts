import type { PalettePart } from '#web/feature.ts'
import { PlusIcon, UploadIcon } from '#web/ui/icons.tsx'
import { useFilesChoices } from './use-files-choices.ts'

export const filesPalette = {
  lists: [{ section: 'Files', order: 30, useChoices: useFilesChoices }],
  actions: [
    {
      id: 'upload-files',
      label: 'Upload files',
      detail: 'Files',
      words: 'add',
      Icon: UploadIcon,
      to: '/files',
      dialog: 'upload',
      order: 16,
    },
    {
      id: 'new-folder',
      label: 'New folder',
      detail: 'Files',
      words: 'create add',
      Icon: PlusIcon,
      to: '/files',
      dialog: 'folder',
      order: 18,
    },
    {
      id: 'new-file',
      label: 'New file',
      detail: 'Files',
      words: 'create add edit',
      Icon: PlusIcon,
      to: '/files',
      dialog: 'file',
      order: 19,
    },
  ],
} as const satisfies PalettePart
