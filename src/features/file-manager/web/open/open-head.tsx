import type { ReactNode } from 'react'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { DownloadIcon, ExternalIcon } from '#web/ui/icons.tsx'
import { contentUrl } from '../file/use-download.ts'
import { FilesHead } from '../files-head.tsx'
import { addressOnSite } from './site-address.ts'

type FileHeadProps = {
  file: FileEntry
  /** The address of its site, while the site is online. */
  siteUrl: string | null
  children?: ReactNode
}

/** The name and actions of an open file. */
export const FileHead = ({ file: { id, fileName, filePath }, siteUrl, children }: FileHeadProps) => (
  <FilesHead
    title={fileName}
    actions={
      <>
        {siteUrl && (
          <a className="button" href={addressOnSite(siteUrl, filePath)} target="_blank" rel="noreferrer">
            <ExternalIcon size={16} /> Open on site
          </a>
        )}
        <a className="button" href={contentUrl(id, 'attachment')} download>
          <DownloadIcon size={16} /> Download
        </a>
        {children}
      </>
    }
  />
)
