import type { WebFeature } from '#web/feature.ts'
import { FolderIcon, PlusIcon, UploadIcon } from '#web/ui/icons.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { routes } from './routes.tsx'
import { useFilesChoices } from './use-files-choices.ts'

export const files = {
  routes: { shell: routes },
  places: [
    {
      to: '/files',
      label: 'Files',
      letter: 'f',
      Icon: FolderIcon,
      group: 'Web',
      order: 40,
      bar: { order: 40 },
    },
  ],
  tiles: [{ to: '/files', name: 'Files', text: 'Upload, share and publish', Icon: FolderIcon, order: 80 }],
  palette: {
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
    ],
  },
  live: { files: ['file'] },
  SiteDrop: lazyPart(() => import('./site-drop/site-drop.tsx'), 'SiteDrop'),
} as const satisfies WebFeature
