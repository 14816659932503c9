import type { Page } from 'playwright-core'
import type { Person } from '../support/portal.ts'

type File = { id: string; name: string; version: number; content: string }

export type Project = { id: string; name: string; files: File[] }

export const pageText = `<!doctype html>
<link rel="stylesheet" href="style.css">
<h1>Hello</h1>
<script src="app.js" defer></script>
<p id="out"></p>
`

export async function makeProject(person: Person, texts: Record<string, string>): Promise<Project> {
  const project = await person.call<Project>('/api/projects', { name: 'Shop', description: 'A small site' })
  const files: File[] = []
  for (const [name, content] of Object.entries(texts)) {
    const type = name.split('.').at(-1)
    files.push(await person.call('/api/projects/files', { projectId: project.id, name, type, content }))
  }
  return { ...project, files }
}

export const addressOf = ({ id, files }: Project, name = files[0]?.name) =>
  `/projects?project=${id}&file=${files.find((file) => file.name === name)?.id}`

export const editorOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Code of ${name}` })

/** The code editor, which appears once its chunk has loaded. */
export async function editor(page: Page, name: string) {
  await page.locator('.code-editor .cm-editor').waitFor()
  return editorOf(page, name)
}

export async function write(page: Page, name: string, text: string): Promise<void> {
  const field = await editor(page, name)
  await field.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}
