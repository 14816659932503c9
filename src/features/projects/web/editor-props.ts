import type { FileType } from '../contract/kinds.ts'

export type EditorProps = {
  value: string
  type: FileType
  /** Its name for assistive technology. */
  label: string
  onChange: (value: string) => void
}
