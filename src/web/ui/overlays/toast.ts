type ToastVariant = 'default' | 'destructive'

export type Toast = {
  title: string
  description?: string | undefined
  variant?: ToastVariant
  /** One action, such as Undo. */
  action?: { label: string; run: () => void }
  /** Milliseconds on screen, at least 6 s. */
  duration?: number
  /** Key of the failed action: its success dismisses the toast. */
  about?: string
  /** The page is about to be left, so no other toast replaces it. */
  isLast?: true
}

export type ShownToast = Toast & { id: number; duration: number }

const shortest = 6_000
const watchers = new Set<() => void>()
let current: ShownToast | null = null
let count = 0

/** Shows one toast in place of the current one. */
export function showToast(toast: Toast): void {
  if (current?.isLast) return
  count += 1
  current = { ...toast, id: count, duration: Math.max(toast.duration ?? shortest, shortest) }
  for (const changed of watchers) changed()
}

/** Dismisses this toast, unless another one has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return
  current = null
  for (const changed of watchers) changed()
}

/** Dismisses the failure toast of an action that has now succeeded. */
export function dismissFailure(about: string): void {
  if (current?.about === about) dismissToast(current.id)
}

/** The current toast, or `null`. */
export const currentToast = (): ShownToast | null => current

export function watchToasts(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}
