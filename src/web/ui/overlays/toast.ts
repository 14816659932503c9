type ToastVariant = 'default' | 'destructive'

export type Toast = {
  title: string
  description?: string | undefined
  variant?: ToastVariant
  /** One thing to do about it, such as Undo. */
  action?: { label: string; run: () => void }
  /** Milliseconds on screen, at least 6 s. */
  duration?: number
  /** What failed, by a name of its own: the toast goes when that succeeds. */
  about?: string
  /** The page is about to be left: no other toast takes its place. */
  isLast?: true
}

export type ShownToast = Toast & { id: number; duration: number }

const shortest = 6_000
const watchers = new Set<() => void>()
let current: ShownToast | null = null
let count = 0

/** Shows one toast; the one before it is gone: there is only one at a time. */
export function showToast(toast: Toast): void {
  if (current?.isLast) return
  count += 1
  current = { ...toast, id: count, duration: Math.max(toast.duration ?? shortest, shortest) }
  for (const changed of watchers) changed()
}

/** The toast goes, unless another one has taken its place. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return
  current = null
  for (const changed of watchers) changed()
}

/** What failed has succeeded: the toast that told of the failure goes. */
export function dismissFailure(about: string): void {
  if (current?.about === about) dismissToast(current.id)
}

/** The toast to show now, or `null`. */
export const currentToast = (): ShownToast | null => current

export function watchToasts(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}
