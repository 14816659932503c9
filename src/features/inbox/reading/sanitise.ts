import sanitizeHtml from 'sanitize-html'
import { nonTextTags } from '#features/mail-transport/message/html.ts'

type Attributes = Record<string, string>
export type Sanitising = {
  /** Keeps remote images. */
  remote: boolean
  /** The data: URL of an embedded image, by its Content-ID. */
  inlinePicture(contentId: string): string | null
}

const structure =
  'address article aside blockquote center div dl dt dd figure figcaption footer h1 h2 h3 h4 h5 h6'
const flow = 'header hr li main nav ol p pre section ul table caption colgroup col tbody thead tfoot tr td th'
const inline =
  'a abbr b bdi bdo br cite code del dfn em font i img ins kbd mark q s samp small span strike strong'
const inlineMore = 'sub sup time tt u var wbr'
const allowedTags = [structure, flow, inline, inlineMore].flatMap((names) => names.split(' '))

const size = /^(auto|0|\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%|ex|ch)?)$/i
const sizes = /^((auto|0|\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?)\s*){1,4}$/i
const color = /^(#[\da-f]{3,8}|[a-z]{3,24}|rgba?\([\d\s,.%/]{1,40}\))$/i
const words = /^[a-z-]{1,24}$/i
const border = /^((\d{1,3}(px|pt|em)?|[a-z]{3,24}|#[\da-f]{3,8}|rgba?\([\d\s,.%/]{1,40}\))\s*){1,3}$/i
const sides = (name: string, rule: RegExp) =>
  ['top', 'right', 'bottom', 'left'].map((side) => [`${name}-${side}`, [rule]] as const)

/** No property that takes a URL, leaves the flow, or overlaps its neighbours. */
const allowedStyles: Record<string, RegExp[]> = {
  color: [color],
  'background-color': [color],
  background: [color],
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'font-size': [size, words],
  'font-style': [words],
  'font-weight': [words, /^\d{3}$/],
  'line-height': [size, words],
  'letter-spacing': [size, words],
  'text-align': [words],
  'text-decoration': [words],
  'text-transform': [words],
  'vertical-align': [words],
  'white-space': [words],
  'word-break': [words],
  width: [size],
  'max-width': [size],
  'min-width': [size],
  height: [size],
  'max-height': [size],
  padding: [sizes],
  margin: [sizes],
  border: [border],
  'border-color': [color],
  'border-radius': [sizes],
  'border-collapse': [words],
  'border-spacing': [sizes],
  'list-style-type': [words],
  display: [/^(block|inline|inline-block|none|table|table-cell|table-row)$/i],
  ...Object.fromEntries([...sides('padding', size), ...sides('margin', size), ...sides('border', border)]),
}

const allowedAttributes = {
  '*': ['style', 'align', 'valign', 'dir', 'lang', 'title', 'width', 'height', 'bgcolor'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'border', 'referrerpolicy'],
  font: ['color', 'face', 'size'],
  ol: ['start', 'type'],
  table: ['border', 'cellpadding', 'cellspacing'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}

const nestingLimit = 200
const dataPicture = /^data:image\/(png|jpeg|gif|webp);base64,[\w+/=\s]*$/i

/** An absolute web or mail URL: any other would point into the portal. */
function readLink(href: string | undefined): string | null {
  const url = href ? URL.parse(href.trim()) : null
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

function linkOf({ href, ...attribs }: Attributes) {
  const link = readLink(href)
  if (link === null) return { tagName: 'a', attribs }
  return {
    tagName: 'a',
    attribs: { ...attribs, href: link, target: '_blank', rel: 'noopener noreferrer nofollow' },
  }
}

/** The HTML of a message without scripts, forms, or anything that overlaps the page. */
export function sanitise(
  html: string,
  { remote, inlinePicture }: Sanitising,
): { html: string; hasRemoteContent: boolean } {
  let hasRemoteContent = false
  const readPicture = (src: string): string | null => {
    if (/^cid:/i.test(src)) return inlinePicture(src.slice(4))
    if (dataPicture.test(src)) return src
    const url = URL.parse(src, 'https://relative.invalid')
    if (!url || url.host === 'relative.invalid' || !/^https?:$/.test(url.protocol)) return null
    hasRemoteContent = true
    return remote ? url.href : null
  }
  const pictureOf = ({ src, ...attribs }: Attributes) => {
    const picture = src ? readPicture(src.trim()) : null
    const shown = picture === null ? {} : { src: picture, referrerpolicy: 'no-referrer' }
    return { tagName: 'img', attribs: { ...attribs, ...shown } }
  }
  const clean = sanitizeHtml(html, {
    allowedTags,
    allowedAttributes,
    allowedStyles: { '*': allowedStyles },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    nestingLimit,
    nonTextTags,
    transformTags: { a: (_, attribs) => linkOf(attribs), img: (_, attribs) => pictureOf(attribs) },
  })
  return { html: clean, hasRemoteContent }
}
