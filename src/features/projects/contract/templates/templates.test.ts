import { describe, expect, test } from 'bun:test'
import { assetsOf } from '../../web/preview/inline-assets.ts'
import { templates } from '../template-names.ts'
import { templateFiles, templateNames } from './templates.ts'

const voids = new Set(['meta', 'link', 'br', 'img', 'input', 'hr'])

/** Errors in a page's structure: unmatched tags and duplicate ids. */
function faultsOf(html: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  const bare = html.replace(/<!--[\s\S]*?-->/g, '').replace(/(<style>)[\s\S]*?(<\/style>)/g, '$1$2')
  for (const [, slash, name = ''] of bare.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (voids.has(name)) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) faults.push(`</${name}> closes nothing`)
  }
  const ids = [...bare.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
  if (new Set(ids).size < ids.length) faults.push('an id is given twice')
  for (const [, id] of bare.matchAll(/\s(?:href="#|aria-labelledby=")([^"]*)"/g))
    if (!ids.includes(id)) faults.push(`#${id} does not exist`)
  return [...faults, ...open.map((name) => `<${name}> is not closed`)]
}

describe.each(templates.map((template) => [templateNames[template], template] as const))(
  '%s',
  (_, template) => {
    const files = templateFiles(template, 'Temple & <Bells> "$1"')
    const pages = files.filter(({ type }) => type === 'html')

    test('is a complete page with a language, a title, a viewport and one heading', () => {
      expect(pages).toHaveLength(1)
      for (const { content } of pages) {
        expect(faultsOf(content)).toEqual([])
        expect(content).toStartWith('<!doctype html>\n<html lang="en">')
        expect(content).toMatch(/<title>[^<]*Temple &amp; &lt;Bells&gt; &quot;\$1&quot;<\/title>/)
        expect(content).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
        expect(content.match(/<h1/g)).toHaveLength(1)
      }
    })

    test('contains all files it refers to, and loads nothing external', () => {
      const names = files.map(({ name }) => name)
      for (const { content } of pages) {
        expect(assetsOf(content).filter((name) => !names.includes(name))).toEqual([])
        expect(content).not.toMatch(/https?:/)
      }
      for (const { content } of files) expect(content).not.toMatch(/\{\{|url\(|@import/)
    })
  },
)
