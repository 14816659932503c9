import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { OpenedFile } from '#features/file-manager/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { useShortcuts } from '#web/lib/keys.ts'
import { CodeEditor, type EditorProps } from '#web/ui/editor/code-editor.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useCanChange } from '../use-can-change.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { FileHead } from './open-head.tsx'
import { hasMark, lineEndingsOf, shownText, storedText } from './text-format.ts'
import type { StoredText } from './use-file-text.ts'
import { useSaveText } from './use-save-text.ts'

const ConflictDialog = lazyPart(() => import('./text-conflict-dialog.tsx'), 'TextConflictDialog')

const load = async () => (await import('./text-code-mirror.tsx')).TextCodeMirror

const TextEditor = (props: EditorProps & { name: string; isReadOnly: boolean }) => (
  <CodeEditor load={load} editor={props} />
)

/** Line and column of a position in a text, both counted from 1. */
function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

type TextPaneProps = {
  file: OpenedFile
  /** The text as last read or saved. */
  text: StoredText & { stored: string }
  siteUrl: string | null
  onSaved: (text: StoredText) => void
  /** Reads the file again and returns its current content. */
  onReload: () => Promise<StoredText | undefined>
}

/** The text of a file in the editor, saved by a button or a key. */
export function TextPane({ file, text, siteUrl, onSaved, onReload }: TextPaneProps) {
  const isReadOnly = !useCanChange()
  const { stored, version } = text
  const saved = useMemo(() => shownText(stored), [stored])
  const endings = useMemo(() => lineEndingsOf(stored), [stored])
  const [shown, setShown] = useState(saved)
  const [cursor, setCursor] = useState(0)
  const [base, setBase] = useState(saved)
  const isDirty = shown !== saved
  // A newer stored text replaces one without edits.
  if (base !== saved) {
    setBase(saved)
    if (shown === base) setShown(saved)
  }
  const saving = useSaveText({
    file,
    onSaved: (content, savedVersion) => onSaved({ stored: content, version: savedVersion }),
  })
  const next = () => storedText(shown, stored)
  const save = () => {
    if (!saving.isSaving && !isReadOnly) void saving.save({ content: next(), baseVersion: version }, stored)
  }
  const reload = useEffectEvent(() => void onReload())
  useEffect(() => {
    if (!isDirty && !saving.isSaving && file.version !== version) reload()
  }, [isDirty, saving.isSaving, file.version, version])
  useShortcuts('Editor', [{ keys: 'Mod+s', meaning: 'Save the file', run: save }])
  const { line, column } = placeIn(shown, cursor)
  return (
    <>
      <FileHead file={file} siteUrl={siteUrl}>
        {!isReadOnly && (
          <button
            type="button"
            className="button"
            data-primary={isDirty ? '' : undefined}
            data-tooltip="Ctrl+S"
            aria-busy={saving.isSaving}
            onClick={save}
          >
            Save
          </button>
        )}
      </FileHead>
      <TextEditor
        value={shown}
        name={file.fileName}
        isReadOnly={isReadOnly}
        label={`Text of ${file.fileName}`}
        onChange={setShown}
        onSelect={({ to }) => setCursor(to)}
      />
      <p className="open-file-facts">
        <span role="status">{stateOf({ isReadOnly, isDirty, isStale: file.version !== version })}</span>
        <span>
          Line {line}, column {column}
        </span>
        <span>
          UTF-8{hasMark(stored) && ' with BOM'} · {endings} · {formatBytes(file.fileSize)}
        </span>
      </p>
      {isDirty && <LeaveGuard fileId={file.id} name={file.fileName} />}
      {saving.conflict !== null && (
        <ConflictDialog
          name={file.fileName}
          isSaving={saving.isSaving}
          onClose={saving.closeConflict}
          onLoadTheirs={async () => {
            const theirs = await onReload()
            if (theirs?.stored != null) setShown(shownText(theirs.stored))
            saving.closeConflict()
          }}
          onOverwrite={() => saving.save({ content: next(), baseVersion: saving.conflict ?? '' }, stored)}
        />
      )}
    </>
  )
}

type State = { isReadOnly: boolean; isDirty: boolean; isStale: boolean }

function stateOf({ isReadOnly, isDirty, isStale }: State): string {
  if (isReadOnly) return 'Read only'
  if (isDirty && isStale) return 'Unsaved changes. Someone else changed the file.'
  return isDirty ? 'Unsaved changes' : 'All changes saved'
}
