import type { Template } from '../../contract/template-names.ts'
import { templateFiles } from '../../contract/templates/templates.ts'
import { inlineAssets } from './inline-assets.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { useDebounced } from './use-debounced.ts'

type TemplatePreviewProps = { template: Template; name: string; title: string }

/** A small, decorative preview of a template with this name. */
export function TemplatePreview({ template, name, title }: TemplatePreviewProps) {
  const rested = useDebounced(name)
  const files = templateFiles(template, rested || 'Your project')
  const page = inlineAssets(
    files[0]?.content ?? '',
    (asset) => files.find((file) => file.name === asset)?.content,
  )
  return (
    <span className="template-preview" inert>
      <PreviewFrame key={rested} page={page} title={`Preview of ${title}`} />
    </span>
  )
}
