import type { SiteDropProps } from '#web/feature.ts'
import type { Picked } from '#web/lib/picked.ts'
import { dock } from '#web/ui/dialogs/dock.tsx'
import { DropZone } from '#web/ui/forms/drop-zone.tsx'
import { ExternalIcon } from '#web/ui/icons.tsx'
import { ExtractProgress } from '../extract/extract-progress.tsx'
import { unwrapPicked } from '../uploads/unwrap-picked.ts'
import { UploadTray } from '../uploads/upload-tray.tsx'
import { uploadQueue } from '../uploads/uploads.ts'
import { isZip, usePutZip } from './use-put-zip.ts'

/**
 * Puts a folder, files or a zip on a site. Files go through the upload tray, which ends with a link to the site; a zip is
 * extracted here.
 */
export function SiteDrop({ site, path }: SiteDropProps) {
  const zip = usePutZip(site.id, path)
  const take = (picked: Picked[]) => {
    const [only] = picked
    if (picked.length === 1 && only && isZip(only.file)) return void zip.put(only.file)
    if (picked.length === 0) return
    dock('uploads', UploadTray)
    uploadQueue.add(unwrapPicked(picked), { serviceId: site.id, path: path ?? '' })
  }
  const { state } = zip
  const isUnderWay = state.is === 'sending' || state.is === 'running'
  return (
    <div className="site-drop">
      {state.is === 'sending' && (
        <div className="extract-progress">
          <progress value={state.share} max={1} aria-label={`Uploading ${state.name}`} />
          <span className="tabular">{Math.round(100 * state.share)} %</span>
        </div>
      )}
      {!isUnderWay && (
        <DropZone onPicked={take}>
          {path === undefined
            ? 'Drop your site here: a folder, files or a zip, or choose files'
            : 'Drop the file here, or choose it'}
        </DropZone>
      )}
      {state.is === 'done'
        ? site.url && (
            <p className="site-drop-end" role="status">
              Your site is in place.{' '}
              <a className="button" data-primary="" href={site.url} target="_blank" rel="noreferrer">
                Open site <ExternalIcon size={14} />
              </a>
            </p>
          )
        : state.is !== 'sending' && <ExtractProgress state={state} onChoose={zip.choose} />}
      {isUnderWay && (
        <div className="site-drop-end">
          <button type="button" className="button" onClick={zip.cancel}>
            Cancel
          </button>
        </div>
      )}
    </div>
  )
}
