import { type FileType, typeOfName } from '../kinds.ts'
import type { Template } from '../template-names.ts'
import { business } from './business.ts'
import { landing } from './landing.ts'
import { notFound } from './not-found.ts'
import { plain } from './plain.ts'

const texts: Record<Template, Readonly<Record<string, string>>> = {
  plain,
  landing,
  business,
  'not-found': notFound,
}

export const templateNames: Record<Template, string> = {
  plain: 'Plain page',
  landing: 'Landing page',
  business: 'One-page business site',
  'not-found': '404 page',
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

export type TemplateFile = { name: string; type: FileType; content: string }

/** A template's files for a project with this name, the page first. */
export const templateFiles = (template: Template, project: string): TemplateFile[] =>
  Object.entries(texts[template]).map(([name, text]) => ({
    name,
    type: typeOfName(name) ?? 'html',
    content: text.replaceAll('{{name}}', () => escapeHtml(project)),
  }))
