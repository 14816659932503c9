import { useIsMutating } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/**
 * Whether a project or a file is being deleted. Its end is announced before the answer to the request arrives: what is shown of it must
 * not be read again until the screen has left it.
 */
export function useIsGoing(): boolean {
  const { projects } = useTRPC()
  const ofProjects = useIsMutating({ mutationKey: projects.remove.mutationKey() })
  const ofFiles = useIsMutating({ mutationKey: projects.files.remove.mutationKey() })
  return ofProjects + ofFiles > 0
}
