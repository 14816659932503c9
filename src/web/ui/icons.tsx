/** An icon on a 24 px grid; always beside a word or in a named control. A feature's own icons are defined there. */
export const drawIcon =
  (path: string) =>
  ({ size = 18 }: { size?: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )

export const HomeIcon = drawIcon('M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6')
export const ServerIcon = drawIcon('M4 4h16v7H4zM4 13h16v7H4zM8 7.5h.01M8 16.5h.01M12 7.5h4M12 16.5h4')
export const CloudIcon = drawIcon('M7 18.5a4.5 4.5 0 01-.6-8.96 6 6 0 0111.5 1.5A3.75 3.75 0 0117.25 18.5z')
export const GlobeIcon = drawIcon(
  'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
)
export const MailIcon = drawIcon('M3.5 5.5h17v13h-17zM4 6l8 7 8-7')
export const DatabaseIcon = drawIcon(
  'M5 6c0-3.5 14-3.5 14 0v12c0 3.5-14 3.5-14 0zM5 6c0 3.5 14 3.5 14 0M5 12c0 3.5 14 3.5 14 0',
)
export const FolderIcon = drawIcon('M3.5 18.5v-13h6l2 2.5h9v10.5z')
export const ArchiveIcon = drawIcon('M3.5 4.5h17V9h-17zM5 9v10.5h14V9M10 13h4')
export const CodeIcon = drawIcon('M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14')
export const CardIcon = drawIcon('M3 5.5h18v13H3zM3 10h18M6.5 15h4')
export const UserIcon = drawIcon('M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5')
export const DotsIcon = drawIcon('M5 11.5v1M12 11.5v1M19 11.5v1M4.5 12h1M11.5 12h1M18.5 12h1')
export const MoreIcon = drawIcon('M4 7h16M4 12h16M4 17h16')
export const SunIcon = drawIcon(
  'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
)
export const MoonIcon = drawIcon('M20 14.5A8.5 8.5 0 019.5 4 8.5 8.5 0 1020 14.5z')
export const MonitorIcon = drawIcon('M3.5 4.5h17v11h-17zM8.5 20h7M12 15.5V20')
export const LogOutIcon = drawIcon('M10 4H5v16h5M9.5 12H20M16 8l4 4-4 4')
export const SettingsIcon = drawIcon('M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h16')
export const ShieldIcon = drawIcon('M12 3l8 3v5.5c0 5-3.5 8-8 9.5-4.5-1.5-8-4.5-8-9.5V6z')
export const CopyIcon = drawIcon('M8.5 8.5h12v12h-12zM5 15.5H3.5v-12h12V5')
export const CheckIcon = drawIcon('M4.5 12.5l5 5 10-11')
export const SearchIcon = drawIcon('M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L20.5 20.5')
export const ChevronDownIcon = drawIcon('M5 9l7 7 7-7')
export const CloseIcon = drawIcon('M5.5 5.5l13 13M18.5 5.5l-13 13')
export const PlusIcon = drawIcon('M12 5v14M5 12h14')
export const TrashIcon = drawIcon('M4 6.5h16M9 6.5V4h6v2.5M6 6.5l1 13.5h10l1-13.5M10 10.5v6M14 10.5v6')
export const RefreshIcon = drawIcon('M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9.5M20 4v5.5h-5.5')
export const ArrowLeftIcon = drawIcon('M20 12H4M10 6l-6 6 6 6')
export const DownloadIcon = drawIcon('M12 4v11M7 10.5l5 5 5-5M4.5 20h15')
export const UploadIcon = drawIcon('M12 15.5V4.5M7 9l5-5 5 5M4.5 20h15')
export const ExternalIcon = drawIcon('M13 4.5h6.5V11M19 5l-9 9M10 5.5H4.5v14h14V14')
export const LinkIcon = drawIcon(
  'M10 14a4 4 0 005.7 0l3.3-3.3A4 4 0 0013.3 5L12 6.3M14 10a4 4 0 00-5.7 0L5 13.3a4 4 0 005.7 5.7l1.3-1.3',
)
export const PencilIcon = drawIcon('M4 20l1-4.5L16 4.5 19.5 8l-11 11zM13.5 7l3.5 3.5')
export const LockIcon = drawIcon('M5.5 10.5h13v10h-13zM8 10.5V8a4 4 0 018 0v2.5')
export const ClockIcon = drawIcon('M12 3a9 9 0 100 18 9 9 0 000-18zM12 7.5V12l3 2')
export const BellIcon = drawIcon('M6 16.5V11a6 6 0 0112 0v5.5l1.5 2h-15zM10 21h4')
