import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { texts } from '../contract/texts.ts'
import type { Database } from '../contract.ts'

const beingMade = 'The engine takes a moment; the list shows when it is done.'

/** What is said once the server took a change: that it is done, or why the engine does not have it yet. */
function say(title: string, done: string, { status, reason }: Database, failed: string): void {
  if (status === 'failed')
    showToast({ title: failed, description: reason ?? undefined, variant: 'destructive' })
  else if (status === 'pending')
    showToast({ title, description: reason ? `It waits for its engine. ${reason}` : beingMade })
  else showToast({ title, description: done })
}

/** What can be done to databases, each with its toasts. */
export function useDatabaseChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.databases.pathFilter())
  return {
    create: useMutation(
      trpc.databases.create.mutationOptions({
        meta: { failure: texts.createFailed },
        onSuccess: (database) => say(texts.created, texts.createdText, database, texts.createFailed),
        onSettled,
      }),
    ),
    changePassword: useMutation(
      trpc.databases.changePassword.mutationOptions({
        meta: { failure: texts.passwordFailed },
        onSuccess: (database) =>
          say(
            texts.passwordChanged,
            'Applications connect with the new password from now on.',
            database,
            texts.passwordFailed,
          ),
        onSettled,
      }),
    ),
    setAccess: useMutation(
      trpc.databases.setAccess.mutationOptions({
        meta: { failure: texts.accessFailed },
        onSuccess: (database) =>
          say(
            texts.accessSaved,
            database.allow.length === 0
              ? 'No address outside can connect.'
              : 'These addresses can connect over TLS, and no others.',
            database,
            texts.accessFailed,
          ),
        onSettled,
      }),
    ),
    remove: useMutation(
      trpc.databases.remove.mutationOptions({
        meta: { failure: texts.deleteFailed },
        onSuccess: () => showToast({ title: texts.deleted, description: texts.deletedText }),
        onSettled,
      }),
    ),
    restore: useMutation(
      trpc.databases.dumps.restore.mutationOptions({
        meta: { failure: texts.restoreFailed },
        onSuccess: (database) =>
          say(
            texts.restored,
            `${database.dbName} is back with what was in it, and with its former password.`,
            database,
            texts.restoreFailed,
          ),
        onSettled,
      }),
    ),
  }
}
