import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { texts } from '../contract/texts.ts'

/** Adds a file to a project, and opens it. */
export function useCreateFile() {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  return trpc.projects.files.create.useMutation({
    meta: { failure: texts.error },
    onSuccess: async (file) => {
      utils.projects.files.get.setData({ fileId: file.id }, file)
      await utils.projects.outline.invalidate()
      const search = { project: file.projectId, file: file.id }
      await navigate({ to: '/projects', search, resetScroll: false })
      showToast({ title: texts.success, description: texts.fileCreated })
    },
  })
}
