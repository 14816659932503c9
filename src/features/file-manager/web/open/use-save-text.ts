import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenedFile } from '#features/file-manager/contract/contract.ts'
import { ApiError, failureSentence, statusOf } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

const undoMs = 10_000

const currentVersionOf = (error: unknown): string | null => {
  if (!(error instanceof ApiError) || statusOf(error) !== 409) return null
  const { currentVersion } = error.body
  return typeof currentVersion === 'string' ? currentVersion : null
}

type Save = { content: string; baseVersion: string }

type Saving = {
  file: OpenedFile
  onSaved: (content: string, version: string) => void
}

/** Saves a text; `conflict` is the current version when the file has changed since it was opened. */
export function useSaveText({ file, onSaved }: Saving) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [conflict, setConflict] = useState<string | null>(null)
  const { mutateAsync, isPending } = useMutation(
    trpc.files.save.mutationOptions({ meta: { failure: false } }),
  )
  /** Returns the new version; null when refused, which the screen reports. */
  const send = async ({ content, baseVersion }: Save): Promise<string | null> => {
    try {
      const saved = await mutateAsync({ id: file.id, content, baseVersion })
      const version = saved.version ?? ''
      onSaved(content, version)
      setConflict(null)
      queryClient.setQueryData(trpc.files.get.queryKey({ id: file.id }), saved)
      void queryClient.invalidateQueries(trpc.files.browse.queryFilter())
      return version
    } catch (error) {
      const current = currentVersionOf(error)
      setConflict(current)
      if (current !== null || statusOf(error) === 401) return null
      const description = `${failureSentence(error)} Your text stays in the editor.`
      showToast({ title: 'The file could not be saved', description, variant: 'destructive' })
      return null
    }
  }
  const undo = async (before: Save) => {
    if (await send(before)) showToast({ title: 'Save Undone' })
  }
  return {
    isSaving: isPending,
    conflict,
    closeConflict: () => setConflict(null),
    /** `before` is the previous text, which Undo restores. */
    async save(next: Save, before: string) {
      const version = await send(next)
      if (version === null) return
      const run = () => void undo({ content: before, baseVersion: version })
      showToast({ title: 'File Saved', action: { label: 'Undo', run }, duration: undoMs })
    },
  }
}
