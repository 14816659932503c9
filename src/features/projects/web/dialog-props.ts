import type { FileEntry, Outline } from '../contract/contract.ts'
import type { DraftKeeper } from './drafts/use-drafts.ts'

export type FileDialogProps = {
  file: FileEntry
  keeper: DraftKeeper
  opened: boolean
  onClose: () => void
}

export type ProjectDialogProps = {
  project: Outline
  keeper: DraftKeeper
  opened: boolean
  onClose: () => void
}
