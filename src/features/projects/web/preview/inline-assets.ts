import { attribute, nameOf } from '../../contract/references.ts'

const linkTag = /<link\b[^>]*>/gi
const scriptTag = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi

const has = (tag: string, name: string) => new RegExp(`\\s${name}(?=[\\s=>/]|$)`, 'i').test(tag)

const styleName = (tag: string) =>
  /\bstylesheet\b/i.test(attribute(tag, 'rel') ?? '') ? nameOf(attribute(tag, 'href')) : undefined

const scriptName = (attributes: string) => nameOf(attribute(` ${attributes}`, 'src'))

/** Names of the style sheets and scripts that a page loads. */
export function assetsOf(html: string): string[] {
  const styles = [...html.matchAll(linkTag)].map(([tag]) => styleName(tag))
  const scripts = [...html.matchAll(scriptTag)].map(([, attributes = '']) => scriptName(attributes))
  return [...new Set([...styles, ...scripts].filter((name) => name !== undefined))]
}

// The text must not close its element.
const styleElement = (css: string) => `<style>${css.replace(/<\/style/gi, '<\\/style')}</style>`
const scriptElement = (js: string, isModule: boolean) =>
  `<script${isModule ? ' type="module"' : ''}>${js.replace(/<(\/script|!--)/gi, '<\\$1')}</script>`

/** The page with the project's style sheets and scripts inlined; a deferred script runs at the end, as usual. */
export function inlineAssets(html: string, textOf: (name: string) => string | undefined): string {
  const deferred: string[] = []
  const text = (name: string | undefined) => (name === undefined ? undefined : textOf(name))
  const page = html
    .replace(scriptTag, (whole, attributes: string) => {
      const js = text(scriptName(attributes))
      if (js === undefined) return whole
      const isModule = attribute(` ${attributes}`, 'type') === 'module'
      const element = scriptElement(js, isModule)
      if (isModule || !has(` ${attributes}`, 'defer')) return element
      deferred.push(element)
      return ''
    })
    .replace(linkTag, (tag) => {
      const css = text(styleName(tag))
      return css === undefined ? tag : styleElement(css)
    })
  const end = page.search(/<\/body\s*>/i)
  const tail = deferred.join('')
  return end < 0 ? page + tail : page.slice(0, end) + tail + page.slice(end)
}
