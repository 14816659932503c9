import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '#shared/backup-texts.ts'
import { siteName } from '#shared/names/site-name.ts'
import type { PaletteList } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { ArchiveIcon } from '#web/ui/icons.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Palette actions: a full backup of each active service. */
export function useBackupActions(): ReturnType<PaletteList['useChoices']> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const query = useQuery(trpc.servers.list.queryOptions())
  const create = useMutation(
    trpc.backups.create.mutationOptions({
      meta: { failure: texts.createFailed },
      onSuccess: () => showToast({ title: texts.created, description: texts.createdText }),
      onSettled: () => queryClient.invalidateQueries(trpc.backups.list.queryFilter()),
    }),
  )
  const active = (query.data ?? []).filter(({ status }) => status === 'active')
  const choices = active.map((service) => ({
    id: `back-up:${service.id}`,
    label: `Back up ${siteName(service, active)}`,
    detail: service.plan.name,
    words: 'backup save copy',
    Icon: ArchiveIcon,
    run: () => create.mutate({ serviceId: service.id, backupType: 'full' }),
  }))
  return { choices, query }
}
