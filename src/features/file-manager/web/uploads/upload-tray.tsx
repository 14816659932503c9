import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { siteName } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { ChevronDownIcon, CloseIcon, ExternalIcon } from '#web/ui/icons.tsx'
import { EmptyTrashButton } from '../trash/empty-trash-button.tsx'
import { ConflictQuestion } from './conflict-question.tsx'
import { UploadRows } from './upload-rows.tsx'
import { isUnfinished, shareOf, summaryOf, type Upload } from './upload-state.ts'
import { uploadQueue } from './uploads.ts'

/** Several files may be stored within this time; the list is read once for all of them. */
const gatherMs = 300

/** Stored files appear in the file lists and in the service's usage. */
function useStoredFiles(uploads: readonly Upload[]): void {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const stored = uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (stored === 0) return
    const read = () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.files.pathFilter()),
        queryClient.invalidateQueries(trpc.servers.overview.queryFilter()),
      ])
    const timer = setTimeout(() => void read(), gatherMs)
    return () => clearTimeout(timer)
  }, [stored, queryClient, trpc])
}

/** Sites that received a file and are online. */
function SiteLinks({ uploads }: { uploads: readonly Upload[] }) {
  const trpc = useTRPC()
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const served = new Set(
    uploads.filter(({ state }) => state === 'done').map(({ target }) => target.serviceId),
  )
  const sites = services.filter(({ id, url }) => url && served.has(id))
  return sites.map((site) => (
    <a
      key={site.id}
      className="button"
      data-primary=""
      href={site.url ?? ''}
      target="_blank"
      rel="noreferrer"
    >
      Open site{sites.length > 1 && ` ${siteName(site, sites)}`} <ExternalIcon size={14} />
    </a>
  ))
}

/** Retries files that were over quota once the trash of their service is empty. */
function TrashOffers({ uploads }: { uploads: readonly Upload[] }) {
  const waiting = uploads.filter(({ state, wantsTrashEmptied }) => state === 'failed' && wantsTrashEmptied)
  return [...Map.groupBy(waiting, ({ target }) => target.serviceId)].map(([serviceId, failed]) => (
    <EmptyTrashButton
      key={serviceId}
      serviceId={serviceId}
      onEmptied={() => {
        for (const { key } of failed) uploadQueue.retry(key)
      }}
    />
  ))
}

/** All uploads of this tab and their outcome, beside any page. */
export function UploadTray() {
  const uploads = useSyncExternalStore(uploadQueue.watch, uploadQueue.uploads, uploadQueue.uploads)
  const [choice, setChoice] = useState<boolean>()
  const toggle = useRef<HTMLButtonElement>(null)
  useStoredFiles(uploads)
  if (uploads.length === 0) return null
  const isBusy = uploads.some(isUnfinished)
  // A single line, to cover little of the page, unless a file needs attention.
  const isOpen = choice ?? uploads.some(({ message }) => message !== undefined)
  const close = () => {
    uploadQueue.clear()
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <section className="upload-tray" aria-label="Uploads">
      <div className="upload-tray-head">
        <p role="status">{summaryOf(uploads)}</p>
        <button
          ref={toggle}
          type="button"
          className="icon-button"
          aria-expanded={isOpen}
          aria-label="List of uploads"
          onClick={() => setChoice(!isOpen)}
        >
          <ChevronDownIcon size={16} />
        </button>
        {!isBusy && (
          <button type="button" className="icon-button" aria-label="Close: Uploads" onClick={close}>
            <CloseIcon size={14} />
          </button>
        )}
      </div>
      {isBusy && <progress value={shareOf(uploads)} max={1} aria-label="Upload progress" />}
      <ConflictQuestion uploads={uploads} onLast={() => toggle.current?.focus()} />
      {isOpen && <UploadRows uploads={uploads} />}
      <div className="upload-tray-end">
        {isBusy ? (
          <button type="button" className="button" onClick={() => uploadQueue.cancelAll()}>
            Cancel all
          </button>
        ) : (
          <>
            <TrashOffers uploads={uploads} />
            <SiteLinks uploads={uploads} />
          </>
        )}
      </div>
    </section>
  )
}
