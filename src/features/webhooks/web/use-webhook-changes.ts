import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Changes of webhooks, each with its toasts. */
export function useWebhookChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter())
  const { change, create, remove, replay, rotate, test } = trpc.webhooks
  const fails = (failure: string) => ({ meta: { failure }, onSettled })
  return {
    create: useMutation(create.mutationOptions(fails('The webhook could not be created'))),
    rotate: useMutation(rotate.mutationOptions(fails('The secret could not be changed'))),
    change: useMutation(
      change.mutationOptions({
        ...fails('The webhook could not be changed'),
        onSuccess: (_, { isEnabled }) => {
          if (isEnabled === undefined) showToast({ title: 'Webhook changed' })
          else showToast({ title: isEnabled ? 'Webhook enabled' : 'Webhook disabled' })
        },
      }),
    ),
    remove: useMutation(
      remove.mutationOptions({
        ...fails('The webhook could not be removed'),
        onSuccess: () =>
          showToast({ title: 'Webhook removed', description: 'It no longer receives events.' }),
      }),
    ),
    test: useMutation(test.mutationOptions(fails('The test could not be sent'))),
    replay: useMutation(
      replay.mutationOptions({
        ...fails('The delivery could not be sent again'),
        onSuccess: () => showToast({ title: 'Queued again', description: 'It is sent under the same id.' }),
      }),
    ),
  }
}
