import { useState } from 'react'
import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { useShortcuts } from '#web/lib/keys.ts'

/** The file in the row that has focus. */
const focusedId = (): string | undefined =>
  document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-file]')?.dataset.file

/** The file being renamed: F2 starts with the focused one, else the only selected one. */
export function useRenaming(chosen: readonly ListedFile[]) {
  const [id, setId] = useState<string>()
  const [only, ...others] = chosen
  const begin = () => setId(focusedId() ?? (others.length === 0 ? only?.id : undefined) ?? id)
  useShortcuts('Files', [{ keys: 'F2', meaning: 'Rename the focused or selected file', run: begin }])
  return { id, begin: (file: ListedFile) => setId(file.id), end: () => setId(undefined) }
}

export type Renaming = ReturnType<typeof useRenaming>
