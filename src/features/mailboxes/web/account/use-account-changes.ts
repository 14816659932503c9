import { useMutation } from '@tanstack/react-query'
import { countText } from '#shared/text/count-text.ts'
import { useChanges } from '#web/list/use-changes.ts'
import { useTRPC } from '#web/trpc.ts'
import { texts } from '../../contract/texts.ts'

const failure = 'Error'

/** Changes of email accounts, each with its toasts. */
export function useAccountChanges() {
  const trpc = useTRPC()
  const change = useChanges(trpc.email.pathFilter())
  const undelete = useMutation(
    trpc.email.undelete.mutationOptions(
      change(failure, ({ email }) => ({
        title: 'Email account restored',
        description: `${email} is active again, with its messages.`,
      })),
    ),
  )
  return {
    undelete,
    create: useMutation(
      trpc.email.create.mutationOptions(
        change(failure, ({ email }) => ({ title: texts.created, description: email })),
      ),
    ),
    setStatus: useMutation(
      trpc.email.setStatus.mutationOptions(
        change(failure, ({ email, status }) => ({
          title: texts.statusUpdated,
          description: `${email} is ${status}.`,
        })),
      ),
    ),
    setForwarding: useMutation(
      trpc.email.setForwarding.mutationOptions(
        change(failure, ({ forwardTo }) => ({
          title: 'Forwarding saved',
          description:
            forwardTo.length === 0
              ? 'Forwarding is off.'
              : `Mail is forwarded to ${countText(forwardTo.length, 'address', 'addresses')}.`,
        })),
      ),
    ),
    setStorage: useMutation(
      trpc.email.setStorage.mutationOptions(
        change(failure, ({ quota }) => ({
          title: 'Storage saved',
          description: `The new limit is ${quota} MB.`,
        })),
      ),
    ),
    cleanup: useMutation(
      trpc.email.cleanup.mutationOptions(
        change(failure, ({ removed }) => ({
          title: 'Mailbox cleaned up',
          description:
            removed === 0 ? 'No messages were that old.' : `${countText(removed, 'message')} deleted.`,
        })),
      ),
    ),
    changePassword: useMutation(trpc.email.changePassword.mutationOptions(change(failure))),
    remove: useMutation(
      trpc.email.remove.mutationOptions(
        change(failure, (_, { id }) => ({
          title: 'Email account deleted',
          description: 'You can restore it for 7 days.',
          duration: 8_000,
          action: { label: 'Undo', run: () => undelete.mutate({ id }) },
        })),
      ),
    ),
  }
}
