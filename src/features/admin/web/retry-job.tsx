import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'

/** Starts a job that gave up once more. */
export function RetryJob({ id }: { id: string }) {
  const utils = trpc.useUtils()
  const retry = trpc.admin.jobs.retry.useMutation({
    meta: { failure: 'The job could not be retried' },
    onSuccess: () => {
      showToast({ title: 'Job queued again', description: 'It is attempted at once.' })
      return utils.admin.invalidate()
    },
  })
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
