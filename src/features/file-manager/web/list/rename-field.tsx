import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { isShownName, nameRule, readName, shownRule } from '#features/files/contract/names.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx'

function problemOf(text: string): string | undefined {
  const name = readName(text)
  if (name === null) return nameRule
  return isShownName(name) ? undefined : shownRule
}

/** Length of a file's name without its extension, which users usually edit. */
export function stemLength({ fileName, isFolder }: Pick<ListedFile, 'fileName' | 'isFolder'>): number {
  const dot = fileName.lastIndexOf('.')
  return isFolder || dot <= 0 ? fileName.length : dot
}

/** Renames in place: Enter saves, Escape cancels, and a refused name stays in the field. */
export function RenameField({ file, onDone }: { file: ListedFile; onDone: () => void }) {
  const trpc = useTRPC()
  const [text, setText] = useState(file.fileName)
  const [problem, setProblem] = useState<string>()
  const seenPath = useRef(file.filePath)
  const field = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const queryClient = useQueryClient()
  const change = useMutation(
    trpc.files.update.mutationOptions({
      meta: { failure: 'The name could not be changed' },
      onSuccess: () => queryClient.invalidateQueries(trpc.files.pathFilter()),
    }),
  )
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(
      0,
      stemLength({ fileName: field.current.value, isFolder: file.isFolder }),
    )
  }, [file.isFolder])
  const refuse = (sentence: string) => {
    setProblem(sentence)
    field.current?.focus()
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const refused = problemOf(text)
    if (refused) return refuse(refused)
    if (readName(text) === file.fileName) return onDone()
    try {
      await change.mutateAsync({ id: file.id, name: text, was: seenPath.current })
      onDone()
    } catch (error) {
      // After the message, a retry renames from the current name.
      seenPath.current = file.filePath
      refuse(failureSentence(error))
    }
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onDone()
  }
  return (
    <form className="files-rename" onSubmit={submit} onKeyDown={leave} noValidate>
      <input
        ref={field}
        className="control"
        dir="auto"
        aria-label={`New name of ${file.fileName}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && problemId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className="icon-button" aria-label="Save the name" data-tooltip="Save">
        <CheckIcon size={16} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Keep the old name"
        data-tooltip="Cancel"
        onClick={onDone}
      >
        <CloseIcon size={16} />
      </button>
      {problem && (
        <p className="files-rename-problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
