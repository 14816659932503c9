import { useIsMutating } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/**
 * Whether a project or a file is being deleted. The live event may arrive before the response, so its queries must
 * not refetch until the screen has left it.
 */
export function useIsDeleting(): boolean {
  const { projects } = useTRPC()
  const ofProjects = useIsMutating({ mutationKey: projects.remove.mutationKey() })
  const ofFiles = useIsMutating({ mutationKey: projects.files.remove.mutationKey() })
  return ofProjects + ofFiles > 0
}
