import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

const saved = { title: 'Schedule Saved', description: 'Automatic backups are on.' }
const switchedOff = {
  title: 'Schedule Switched Off',
  description: 'Automatic backups are off. Existing backups stay available.',
}

/** Saves a service's schedule, and says whether backups are on. */
export function useSetSchedule() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.backups.setSchedule.mutationOptions({
      meta: { failure: 'The schedule could not be saved' },
      onSuccess: async ({ enabled }) => {
        showToast(enabled ? saved : switchedOff)
        await Promise.all([
          queryClient.invalidateQueries(trpc.backups.schedule.queryFilter()),
          queryClient.invalidateQueries(trpc.backups.schedules.queryFilter()),
          queryClient.invalidateQueries(trpc.servers.overview.queryFilter()),
        ])
      },
    }),
  )
}
