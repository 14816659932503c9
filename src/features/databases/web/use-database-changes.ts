import { useMutation } from '@tanstack/react-query'
import { useChanges } from '#web/list/use-changes.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Toast } from '#web/ui/overlays/toast.ts'
import type { Database } from '../contract/contract.ts'
import { texts } from '../contract/texts.ts'

const beingMade = 'This takes a moment. The list shows when it is done.'

/** Toast after the server accepted a change: done, or why the engine has not applied it yet. */
function toastOf(title: string, done: string, { status, reason }: Database, failed: string): Toast {
  if (status === 'failed') return { title: failed, description: reason ?? undefined, variant: 'destructive' }
  if (status === 'pending')
    return { title, description: reason ? `Waiting for the database server. ${reason}` : beingMade }
  return { title, description: done }
}

/** Mutations of databases with their toasts. */
export function useDatabaseChanges() {
  const trpc = useTRPC()
  const changes = useChanges(trpc.databases.pathFilter())
  const change = (title: string, done: (database: Database) => string, failure: string) =>
    changes(failure, (database: Database) => toastOf(title, done(database), database, failure))
  return {
    create: useMutation(
      trpc.databases.create.mutationOptions(
        change(texts.created, () => texts.createdText, texts.createFailed),
      ),
    ),
    changePassword: useMutation(
      trpc.databases.changePassword.mutationOptions(
        change(texts.passwordChanged, () => 'Update the password in your apps.', texts.passwordFailed),
      ),
    ),
    setAccess: useMutation(
      trpc.databases.setAccess.mutationOptions(
        change(
          texts.accessSaved,
          ({ allow }) =>
            allow.length === 0
              ? 'No external address can connect.'
              : 'Only these addresses can connect, over TLS.',
          texts.accessFailed,
        ),
      ),
    ),
    recreate: useMutation(
      trpc.databases.recreate.mutationOptions(
        change(texts.recreated, ({ dbName }) => `${dbName} exists again. It is empty.`, texts.recreateFailed),
      ),
    ),
    remove: useMutation(
      trpc.databases.remove.mutationOptions(
        changes(texts.deleteFailed, () => ({ title: texts.deleted, description: texts.deletedText })),
      ),
    ),
    restore: useMutation(
      trpc.databases.dumps.restore.mutationOptions(
        change(
          texts.restored,
          ({ dbName }) => `${dbName} is back with its data and its old password.`,
          texts.restoreFailed,
        ),
      ),
    ),
  }
}
