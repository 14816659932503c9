import type { ComponentProps } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import type { useDialog } from './use-dialog.ts'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog')

export type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'opened' | 'onClose'>

type ConfirmingProps<Subject> = {
  dialog: ReturnType<typeof useDialog<Subject>>
  /** The question for this subject. */
  ask: (subject: Subject) => Question
}

/** A lazily loaded confirmation dialog. */
export function Confirming<Subject>({ dialog, ask }: ConfirmingProps<Subject>) {
  const { subject, key, isOpen, close } = dialog
  if (!subject) return null
  return <ConfirmDialog key={key} opened={isOpen} onClose={close} {...ask(subject)} />
}
