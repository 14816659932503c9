import { useCallback, useEffect, useState } from 'react'
import { draftShelf, type KeptDraft } from '#web/lib/draft-shelf.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import type { ProjectFile } from '../../contract/contract.ts'
import type { DraftKeeper } from './use-drafts.ts'

/** Unsaved texts of this file from another tab or before a reload; the latest first. */
function useOffered(file: ProjectFile, { owner, tab }: DraftKeeper) {
  const [offered, setOffered] = useState<KeptDraft[]>([])
  const read = useCallback(async () => {
    const found = await draftShelf.of(owner, file.id)
    setOffered(found.filter((draft) => draft.tab !== tab && draft.content !== file.content))
  }, [owner, tab, file.id, file.content])
  useEffect(() => {
    const stop = new AbortController()
    const readWhenSeen = () => {
      if (!document.hidden) void read()
    }
    document.addEventListener('visibilitychange', readWhenSeen, { signal: stop.signal })
    void read()
    return () => stop.abort()
  }, [read])
  return { latest: offered[0], all: offered, forget: () => setOffered([]) }
}

/** Offers an unsaved text, to restore or discard. */
export function DraftOffer({ file, keeper }: { file: ProjectFile; keeper: DraftKeeper }) {
  const { latest, all, forget } = useOffered(file, keeper)
  const isSame = latest !== undefined && keeper.drafts[file.id]?.content === latest.content
  const finish = () => {
    for (const draft of all) void draftShelf.drop(draft)
    forget()
  }
  const restore = async () => {
    if (!latest) return
    const { content, baseVersion } = latest
    keeper.restore(file.id, { content, baseVersion })
    // Store the copy before deleting the others, so that the text is never lost.
    const copy = { owner: latest.owner, fileId: file.id, tab: keeper.tab, content, baseVersion }
    if (await draftShelf.put(copy)) finish()
  }
  return (
    <div role="status">
      {latest && !isSame && (
        <div className="project-offer">
          <p>
            Unsaved changes to {file.name} from{' '}
            <DateTime at={new Date(latest.keptAt).toISOString()} as="moment" /> are stored in this browser.
          </p>
          <button type="button" className="button" data-primary="" onClick={() => void restore()}>
            Restore
          </button>
          <button type="button" className="button" onClick={finish}>
            Discard
          </button>
        </div>
      )}
    </div>
  )
}
