import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnectionLost } from '#web/lib/calls/connection.ts'
import { useTRPC } from '#web/trpc.ts'
import type { FileEntry, Outline } from '../../contract/contract.ts'
import { noPreview } from '../../contract/texts.ts'
import type { Drafts } from '../drafts/drafts.ts'
import { useIsDeleting } from '../use-is-deleting.ts'
import { assetsOf, inlineAssets } from './inline-assets.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { useDebounced } from './use-debounced.ts'

/** The page with its assets, drafts before stored texts; null while some of them are loading. */
function usePage(html: string, files: FileEntry[], drafts: Drafts): string | undefined {
  const names = new Set(assetsOf(html))
  const needed = files.filter(({ name, type }) => (type === 'css' || type === 'js') && names.has(name))
  const trpc = useTRPC()
  const isDeleting = useIsDeleting()
  const stored = useQueries({
    queries: needed.map(({ id }) =>
      trpc.projects.files.get.queryOptions({ fileId: id }, { enabled: !isDeleting }),
    ),
  })
  if (stored.some(({ isPending }) => isPending)) return undefined
  const texts = new Map(
    needed.map(({ id, name }, place) => [name, drafts[id]?.content ?? stored[place]?.data?.content]),
  )
  return inlineAssets(html, (name) => texts.get(name))
}

function HtmlPreview({ html, project, drafts }: { html: string; project: Outline; drafts: Drafts }) {
  const page = useDebounced(usePage(html, project.files, drafts))
  const [shown, setShown] = useState({ page, count: 0 })
  // While the server is unreachable, a new frame would show the browser's error page.
  const isLost = useConnectionLost()
  if (page !== undefined && page !== shown.page && !isLost) setShown({ page, count: shown.count + 1 })
  if (shown.page === undefined) return null
  return <PreviewFrame key={shown.count} page={shown.page} title={`Preview of ${project.name}`} />
}

type PreviewProps = { file: FileEntry; content: string; project: Outline; drafts: Drafts }

/** Renders the file, if it is a page. */
export function Preview({ file, content, project, drafts }: PreviewProps) {
  return (
    <section className="project-preview" aria-label="Live preview">
      <p className="project-preview-title">Live preview</p>
      {file.type === 'html' ? (
        <HtmlPreview key={file.id} html={content} project={project} drafts={drafts} />
      ) : (
        <p className="project-preview-none">{noPreview(file.type)}</p>
      )}
    </section>
  )
}
