import type { Template } from '../../contract/template-names.ts'
import { templateFiles, templateNames } from '../../contract/templates.ts'
import { inlineAssets } from './inline-assets.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { useRested } from './use-rested.ts'

/** A template as its page looks with this name, small and for the eyes only; and the files it brings. */
export function TemplatePreview({ template, name }: { template: Template; name: string }) {
  const rested = useRested(name)
  const files = templateFiles(template, rested || 'Your project')
  const page = inlineAssets(
    files[0]?.content ?? '',
    (asset) => files.find((file) => file.name === asset)?.content,
  )
  return (
    <figure className="template-preview">
      <div className="template-preview-window" inert>
        <PreviewFrame
          key={`${template} ${rested}`}
          page={page}
          title={`Preview of ${templateNames[template]}`}
        />
      </div>
      <figcaption>Brings {files.map((file) => file.name).join(' and ')}, for you to edit.</figcaption>
    </figure>
  )
}
