import { Link } from '@tanstack/react-router'
import { zipType } from '#features/files/contract/types.ts'
import type { FileEntry } from '#features/files/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import {
  ArchiveIcon,
  DownloadIcon,
  ExternalIcon,
  SearchIcon,
  SettingsIcon,
  TrashIcon,
} from '#web/ui/icons.tsx'
import { DateTime } from '#web/ui/values.tsx'
import { FileIcon } from './file-icon.tsx'
import { FilePicture } from './file-picture.tsx'
import { type FilesSearch, without } from './files-search.ts'
import { downloadUrl } from './use-download.ts'

export type FileVerbs = {
  view: (file: FileEntry) => void
  place: (file: FileEntry) => void
  extract: (file: FileEntry) => void
  share: (file: FileEntry) => void
  remove: (file: FileEntry) => void
}

type FileCardProps = {
  file: FileEntry
  /** What the site it belongs to is called. */
  site: string
  isSelected: boolean
  onToggle: () => void
  verbs: FileVerbs
}

function Actions({ file, verbs }: { file: FileEntry; verbs: FileVerbs }) {
  const { fileName, isFolder } = file
  const button = (label: string, icon: React.ReactNode, run: () => void) => (
    <button
      type="button"
      className="icon-button"
      aria-label={`${label} ${fileName}`}
      data-tooltip={label}
      onClick={run}
    >
      {icon}
    </button>
  )
  return (
    <span className="files-actions">
      {!isFolder && button('View', <SearchIcon size={16} />, () => verbs.view(file))}
      <a
        className="icon-button"
        aria-label={`Download ${fileName}`}
        data-tooltip="Download"
        href={downloadUrl(file)}
        download
      >
        <DownloadIcon size={16} />
      </a>
      {file.fileType === zipType &&
        button('Extract here', <ArchiveIcon size={16} />, () => verbs.extract(file))}
      {!isFolder && button('Share', <ExternalIcon size={16} />, () => verbs.share(file))}
      {button('Rename or move', <SettingsIcon size={16} />, () => verbs.place(file))}
      {button('Delete', <TrashIcon size={16} />, () => verbs.remove(file))}
    </span>
  )
}

/** A file or folder: a press on a file selects it, a folder opens. */
export function FileCard({ file, site, isSelected, onToggle, verbs }: FileCardProps) {
  const { fileName, isFolder, fileSize, fileType, filePath, serviceId } = file
  const open = (before: FilesSearch): FilesSearch => {
    const kept = without(before, 'q', 'at')
    return { ...kept, service: serviceId, path: filePath }
  }
  return (
    <li className="files-item" data-selected={isSelected || undefined}>
      {isFolder ? (
        <Link to="/files" search={open} className="files-main">
          <FileIcon type={fileType} />
          <bdi className="files-name">{fileName}</bdi>
        </Link>
      ) : (
        <button type="button" className="files-main" aria-pressed={isSelected} onClick={onToggle}>
          <FilePicture file={file} />
          <bdi className="files-name">{fileName}</bdi>
        </button>
      )}
      <span className="files-meta">
        {isFolder ? 'Folder' : formatBytes(fileSize)} · <DateTime at={file.uploadedAt} /> · {site}
      </span>
      <Actions file={file} verbs={verbs} />
    </li>
  )
}
