import { type FileKind, kindOf } from '#features/files/contract/types.ts'

const paths: Record<FileKind, string> = {
  folder: 'M3.5 18.5v-13h6l2 2.5h9v10.5z',
  image: 'M3.5 5h17v14h-17zM4 17l5-5 4 4 3-3 4.5 4.5M15.5 9h.01',
  video: 'M3.5 6h12v12h-12zM15.5 10.5l5-3v9l-5-3',
  audio: 'M9 18V6l10-2v12M9 18a2.5 2.5 0 11-5 0 2.5 2.5 0 015 0zM19 16a2.5 2.5 0 11-5 0 2.5 2.5 0 015 0z',
  text: 'M6 3.5h8l4 4v13H6zM9 11h6M9 14.5h6',
  archive: 'M3.5 4.5h17V9h-17zM5 9v10.5h14V9M10 13h4',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  other: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4',
}

/** The icon of a file type. */
export function FileIcon({ type, size = 20 }: { type: string; size?: number }) {
  const kind = kindOf(type)
  return (
    <svg
      className="files-icon"
      data-kind={kind}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[kind]} />
    </svg>
  )
}
