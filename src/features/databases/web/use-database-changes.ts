import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { texts } from '../contract/texts.ts'
import type { Database } from '../contract.ts'

/** What is said once the server took a change: that it is done, or why the engine does not have it yet. */
function say(title: string, done: string, { status, reason }: Database, failed: string): void {
  if (status === 'failed')
    showToast({ title: failed, description: reason ?? undefined, variant: 'destructive' })
  else if (status === 'pending')
    showToast({ title, description: `It waits for its engine. ${reason ?? ''}`.trim() })
  else showToast({ title, description: done })
}

/** What can be done to databases, each with its toasts. */
export function useDatabaseChanges() {
  const utils = trpc.useUtils()
  const onSettled = () => utils.databases.invalidate()
  return {
    create: trpc.databases.create.useMutation({
      meta: { failure: texts.createFailed },
      onSuccess: (database) => say(texts.created, texts.createdText, database, texts.createFailed),
      onSettled,
    }),
    remove: trpc.databases.remove.useMutation({
      meta: { failure: texts.deleteFailed },
      onSuccess: () => showToast({ title: texts.deleted, description: texts.deletedText }),
      onSettled,
    }),
  }
}
