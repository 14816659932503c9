import { useId } from 'react'
import { CodeIcon } from '#web/ui/icons.tsx'
import { type Template, templates } from '../../contract/template-names.ts'
import { templateFiles, templateNames } from '../../contract/templates/templates.ts'
import { TemplatePreview } from '../preview/template-preview.tsx'

type Choice = Template | ''

type TemplateChoiceProps = {
  value: Choice
  /** The project name, shown in the preview. */
  name: string
  onChange: (choice: Choice) => void
}

const filesOf = (template: Template): string =>
  templateFiles(template, '')
    .map(({ name }) => name)
    .join(', ')

/** Chooses a template by its preview. */
export function TemplateChoice({ value, name, onChange }: TemplateChoiceProps) {
  const group = useId()
  return (
    <fieldset className="template-choice">
      <legend>Start with</legend>
      {(['', ...templates] as const).map((template) => {
        const title = template ? templateNames[template] : 'Empty project'
        return (
          <label key={template} className="template-card">
            {template ? (
              <TemplatePreview template={template} name={name} title={title} />
            ) : (
              <span className="template-preview">
                <CodeIcon size={28} />
              </span>
            )}
            <span className="template-card-name">
              <input
                type="radio"
                name={group}
                value={template}
                checked={value === template}
                onChange={() => onChange(template)}
              />
              <span>
                {title}
                <span className="template-card-files">{template ? filesOf(template) : 'No files yet'}</span>
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
