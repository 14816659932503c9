import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../../contract/texts.ts'

/** Adds a file to a project, and opens it. */
export function useCreateFile() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation(
    trpc.projects.files.create.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async (file) => {
        queryClient.setQueryData(trpc.projects.files.get.queryKey({ fileId: file.id }), file)
        await queryClient.invalidateQueries(trpc.projects.outline.queryFilter())
        const search = { project: file.projectId, file: file.id }
        await navigate({ to: '/projects', search, resetScroll: false })
        showToast({ title: texts.success, description: texts.fileCreated })
      },
    }),
  )
}
