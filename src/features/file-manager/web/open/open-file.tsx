import { useQuery } from '@tanstack/react-query'
import type { OpenedFile } from '#features/file-manager/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { formatMoment } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { maxEditedBytes } from '../../contract/limits.ts'
import { viewerOf } from '../file/file-viewer.ts'
import { contentUrl } from '../file/use-download.ts'
import { useFilesPlace } from '../files-place.tsx'
import { Breadcrumb } from '../list/files-breadcrumb.tsx'
import { MediaView } from './media-view.tsx'
import { FileHead } from './open-head.tsx'
import { TextPane } from './text-pane.tsx'
import { type StoredText, useFileText } from './use-file-text.ts'

type OpenProps = { file: OpenedFile; siteUrl: string | null }

/** An open file: text in the editor, media in its viewer, or a description. */
export function OpenFile({ id }: { id: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.files.get.queryOptions({ id }))
  const { siteId } = useFilesPlace()
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const siteOf = ({ serviceId }: OpenedFile) => services.find((service) => service.id === serviceId)
  const nameOf = (file: OpenedFile) => {
    const site = siteId === undefined && siteOf(file)
    return site ? serviceLabel(site, services) : undefined
  }
  return (
    <div className="open-file" data-site={siteId}>
      <QueryState query={query} what="The file" loadingText="Loading file..." isEmpty={() => false}>
        {(file) => (
          <>
            <Breadcrumb path={file.path} serviceId={file.serviceId} serviceName={nameOf(file)} />
            <Content file={file} siteUrl={siteOf(file)?.url ?? null} />
          </>
        )}
      </QueryState>
    </div>
  )
}

const isStoredText = (text: StoredText): text is StoredText & { stored: string } => text.stored !== null

function Content({ file, siteUrl }: OpenProps) {
  const way = viewerOf(file)
  if (way === 'text' && file.fileSize <= maxEditedBytes)
    return <TextFile key={file.id} file={file} siteUrl={siteUrl} />
  const isLarge = way === 'text'
  return (
    <>
      <FileHead file={file} siteUrl={siteUrl} />
      {isLarge && (
        <Plain
          file={file}
          title="Too large to edit here"
          text={`The editor opens files of up to ${formatBytes(maxEditedBytes)}. Download the file to edit it.`}
        />
      )}
      {way === 'none' && (
        <Plain file={file} title="No preview for this type" text="Download the file to open it." />
      )}
      {way !== 'none' && way !== 'text' && <MediaView file={file} way={way} />}
    </>
  )
}

function TextFile({ file, siteUrl }: OpenProps) {
  const { query, write } = useFileText(file.id)
  return (
    <QueryState query={query} what={file.fileName} loadingText="Loading file..." isEmpty={() => false}>
      {(text) =>
        isStoredText(text) ? (
          <TextPane
            file={file}
            text={text}
            siteUrl={siteUrl}
            onSaved={write}
            onReload={async () => (await query.refetch()).data}
          />
        ) : (
          <>
            <FileHead file={file} siteUrl={siteUrl} />
            <Plain
              file={file}
              title="Not UTF-8 text"
              text="Editing could damage this file, so it is not opened here. Download it to edit it."
            />
          </>
        )
      }
    </QueryState>
  )
}

type PlainProps = { file: OpenedFile; title: string; text: string }

/** Describes a file whose content is not shown. */
const Plain = ({ file, title, text }: PlainProps) => (
  <>
    <EmptyState
      title={title}
      text={text}
      action={
        <a className="button" data-primary="" href={contentUrl(file.id, 'attachment')} download>
          Download
        </a>
      }
    />
    <p className="open-file-facts">
      <span>{formatBytes(file.fileSize)}</span>
      <span>{file.fileType}</span>
      <span>Changed {formatMoment(file.updatedAt)}</span>
    </p>
  </>
)
