import { useMutation } from '@tanstack/react-query'
import { useDeskChanged } from '#web/desk/use-desk-changed.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Retries a failed job. */
export function RetryJob({ id }: { id: string }) {
  const trpc = useTRPC()
  const deskChanged = useDeskChanged()
  const retry = useMutation(
    trpc.admin.jobs.retry.mutationOptions({
      meta: { failure: 'The job could not be retried' },
      onSuccess: () => {
        showToast({ title: 'Job queued again', description: 'The next attempt starts within seconds.' })
        return deskChanged()
      },
    }),
  )
  return (
    <button
      type="button"
      className="row-action"
      disabled={retry.isPending}
      onClick={() => retry.mutate({ id })}
    >
      Retry
    </button>
  )
}
