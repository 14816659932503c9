import { useMutation, useQueryClient } from '@tanstack/react-query'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../../contract/texts.ts'

const meta = { failure: 'Error' }

/** What can be done to email accounts, each with its toasts. */
export function useAccountChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.email.pathFilter())
  const undelete = useMutation(
    trpc.email.undelete.mutationOptions({
      meta,
      onSuccess: ({ email }) =>
        showToast({ title: 'Email account restored', description: `${email} is back with its messages.` }),
      onSettled,
    }),
  )
  return {
    undelete,
    create: useMutation(
      trpc.email.create.mutationOptions({
        meta,
        onSuccess: ({ email }) => showToast({ title: texts.created, description: email }),
        onSettled,
      }),
    ),
    setStatus: useMutation(
      trpc.email.setStatus.mutationOptions({
        meta,
        onSuccess: ({ email, status }) =>
          showToast({ title: texts.statusUpdated, description: `${email} is ${status}.` }),
        onSettled,
      }),
    ),
    setForwarding: useMutation(
      trpc.email.setForwarding.mutationOptions({
        meta,
        onSuccess: ({ forwardTo }) =>
          showToast({
            title: 'Forwarding saved',
            description:
              forwardTo.length === 0
                ? 'Nothing is forwarded.'
                : `Mail goes to ${countText(forwardTo.length, 'address', 'addresses')}.`,
          }),
        onSettled,
      }),
    ),
    setStorage: useMutation(
      trpc.email.setStorage.mutationOptions({
        meta,
        onSuccess: ({ quota }) =>
          showToast({ title: 'Storage saved', description: `The mailbox may hold ${quota} MB.` }),
        onSettled,
      }),
    ),
    cleanup: useMutation(
      trpc.email.cleanup.mutationOptions({
        meta,
        onSuccess: ({ removed }) =>
          showToast({
            title: 'Mailbox cleaned up',
            description:
              removed === 0 ? 'No message was that old.' : `${countText(removed, 'message')} deleted.`,
          }),
        onSettled,
      }),
    ),
    changePassword: useMutation(trpc.email.changePassword.mutationOptions({ meta, onSettled })),
    remove: useMutation(
      trpc.email.remove.mutationOptions({
        meta,
        onSuccess: (_, { id }) =>
          showToast({
            title: 'Email account deleted',
            description: 'It is kept for 7 days and can be restored until then.',
            duration: 8_000,
            action: { label: 'Undo', run: () => undelete.mutate({ id }) },
          }),
        onSettled,
      }),
    ),
  }
}
