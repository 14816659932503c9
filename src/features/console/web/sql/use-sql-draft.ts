import { useEffect, useRef, useState } from 'react'
import { draftShelf } from '#web/lib/draft-shelf.ts'
import { useViewer } from '#web/viewer.ts'

/** A crash loses at most this much typing. */
const keepEveryMs = 250

// One draft for each database, shared by all tabs.
const tab = 'console'

/** The editor's draft for a database, stored in this browser until it is emptied. */
export function useSqlDraft(databaseId: string) {
  const owner = useViewer()?.id ?? ''
  const fileId = `sql ${databaseId}`
  const [sql, setSql] = useState('')
  const isTouched = useRef(false)
  useEffect(() => {
    let isThere = true
    void draftShelf.of(owner, fileId).then(([kept]) => {
      if (isThere && kept && !isTouched.current) setSql(kept.content)
    })
    return () => {
      isThere = false
    }
  }, [owner, fileId])
  useEffect(() => {
    if (!isTouched.current) return
    const write = () =>
      sql === ''
        ? draftShelf.drop({ owner, fileId, tab })
        : draftShelf.put({ owner, fileId, tab, content: sql, baseVersion: 0 })
    const timer = setTimeout(write, keepEveryMs)
    return () => {
      clearTimeout(timer)
      void write()
    }
  }, [owner, fileId, sql])
  const change = (next: string) => {
    isTouched.current = true
    setSql(next)
  }
  return [sql, change] as const
}
