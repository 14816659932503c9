import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
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
  const change = (title: string, done: (database: Database) => string, failure: string) => ({
    meta: { failure },
    onSuccess: (database: Database) => say(title, done(database), database, failure),
    onSettled,
  })
  return {
    create: useMutation(
      trpc.databases.create.mutationOptions(
        change(texts.created, () => texts.createdText, texts.createFailed),
      ),
    ),
    changePassword: useMutation(
      trpc.databases.changePassword.mutationOptions(
        change(
          texts.passwordChanged,
          () => 'Applications connect with the new password from now on.',
          texts.passwordFailed,
        ),
      ),
    ),
    setAccess: useMutation(
      trpc.databases.setAccess.mutationOptions(
        change(
          texts.accessSaved,
          ({ allow }) =>
            allow.length === 0
              ? 'No address outside can connect.'
              : 'These addresses can connect over TLS, and no others.',
          texts.accessFailed,
        ),
      ),
    ),
    recreate: useMutation(
      trpc.databases.recreate.mutationOptions(
        change(texts.recreated, ({ dbName }) => `${dbName} is there again, and empty.`, texts.recreateFailed),
      ),
    ),
    remove: useMutation(
      trpc.databases.remove.mutationOptions({
        meta: { failure: texts.deleteFailed },
        onSuccess: () => showToast({ title: texts.deleted, description: texts.deletedText }),
        onSettled,
      }),
    ),
    restore: useMutation(
      trpc.databases.dumps.restore.mutationOptions(
        change(
          texts.restored,
          ({ dbName }) => `${dbName} is back with what was in it, and with its former password.`,
          texts.restoreFailed,
        ),
      ),
    ),
  }
}
