import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, failureSentence, statusOf } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { ProjectFile } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import type { DraftKeeper } from '../drafts/use-drafts.ts'

const currentVersionOf = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || statusOf(error) !== 409) return null
  const { currentVersion } = error.body
  return typeof currentVersion === 'number' ? currentVersion : null
}

/** Puts the server's response into the cache, without a refetch. */
export function useFileSaved() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return (saved: ProjectFile) => {
    const { content: _, ...entry } = saved
    queryClient.setQueryData(trpc.projects.files.get.queryKey({ fileId: saved.id }), saved)
    queryClient.setQueryData(trpc.projects.outline.queryKey(), (projects) =>
      projects?.map((project) => ({
        ...project,
        files: project.files.map((file) => (file.id === saved.id ? entry : file)),
      })),
    )
    void queryClient.invalidateQueries(trpc.projects.files.versions.queryFilter({ fileId: saved.id }))
  }
}

/** Saves a draft; if the file was changed in another window, `conflict` holds the stored version. */
export function useSaveFile(file: ProjectFile | undefined, { drafts, settle, discard }: DraftKeeper) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const saved = useFileSaved()
  const [conflict, setConflict] = useState<number | null>(null)
  const { mutateAsync, isPending } = useMutation(
    trpc.projects.files.save.mutationOptions({ meta: { failure: false } }),
  )
  const draft = file && drafts[file.id]
  const send = async (fileId: string, content: string, baseVersion: number) => {
    try {
      const answer = await mutateAsync({ fileId, content, baseVersion })
      saved(answer)
      settle(answer)
      setConflict(null)
      showToast({ title: texts.success, description: texts.fileSaved })
    } catch (error) {
      const current = currentVersionOf(error)
      setConflict(current)
      if (current !== null || statusOf(error) === 401) return
      const description = `${failureSentence(error)} Your text is safe in this browser.`
      showToast({ title: texts.error, description, variant: 'destructive' })
    }
  }
  return {
    isDirty: draft !== undefined,
    isSaving: isPending,
    conflict,
    save: () => {
      if (file && !isPending)
        void send(file.id, draft?.content ?? file.content, draft?.baseVersion ?? file.version)
    },
    keepMine: () =>
      file && draft && conflict !== null ? send(file.id, draft.content, conflict) : Promise.resolve(),
    takeTheirs: async () => {
      if (!file) return
      await queryClient.invalidateQueries(trpc.projects.files.get.queryFilter({ fileId: file.id }))
      discard(file.id)
      setConflict(null)
      await queryClient.invalidateQueries(trpc.projects.outline.queryFilter())
    },
    decideLater: () => setConflict(null),
  }
}
