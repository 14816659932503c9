import { docsStyle } from './docs-style.ts'
import type { ApiDocument, Operation } from './document.ts'
import { printType } from './print-type.ts'
import type { Json } from './schema.ts'

const { escapeHTML } = Bun

/** The required caller, as shown on the page. */
const callers: Record<Operation['x-access'], string> = {
  visitor: 'Everybody.',
  customer: 'Any signed-in user.',
  activeCustomer: 'Any signed-in user with an active service.',
  administrator: 'Administrators.',
  'loopback or token': 'This machine, or a client with the bearer token.',
}

/** The scope for an API key, where keys are allowed. */
const writeScope = ({ 'x-scope': scope }: Operation): string =>
  scope ? ` Scope for an API key: <code>${escapeHTML(scope)}</code>.` : ''

const part = (title: string, content: string): string => `<h3>${title}</h3>${content}`

const printBlock = (schema: Json): string => `<pre>${escapeHTML(printType(schema))}</pre>`

const writeTerm = (name: string, about: string): string =>
  `<dt><code>${escapeHTML(name)}</code></dt><dd>${escapeHTML(about)}</dd>`

const keyTerm = writeTerm('Idempotency-Key', 'header, string, optional')

function writeParameters({ parameters = [] }: Operation): string {
  const rows = parameters.map(({ $ref, name, in: place, required, schema, description }) => {
    if ($ref) return keyTerm
    const facts = `${place}, ${printType(schema as Json)}${required ? '' : ', optional'}`
    return writeTerm(String(name), typeof description === 'string' ? `${facts}. ${description}` : facts)
  })
  return rows.length === 0 ? '' : part('Parameters', `<dl>${rows.join('')}</dl>`)
}

function writeBody({ requestBody }: Operation): string {
  if (!requestBody) return ''
  return Object.entries(requestBody.content)
    .map(([type, { schema, example }]) => {
      const shown =
        example === undefined
          ? ''
          : part('Example', `<pre>${escapeHTML(JSON.stringify(example, null, 2))}</pre>`)
      return part(`Body, ${escapeHTML(type)}`, printBlock(schema)) + shown
    })
    .join('')
}

/** The content of each success, with its statuses. */
function groupSuccesses({ responses }: Operation): [content: string, statuses: string[]][] {
  const groups = new Map<string, string[]>()
  for (const [status, { description, content = {} }] of Object.entries(responses)) {
    if (!/^[23]/.test(status)) continue
    const bodies = Object.entries(content).map(([type, { schema }]) =>
      type === 'application/json' ? printBlock(schema) : `<p><code>${escapeHTML(type)}</code></p>`,
    )
    const text = bodies.join('') || `<p>${escapeHTML(description)}</p>`
    groups.set(text, [...(groups.get(text) ?? []), status])
  }
  return [...groups]
}

const writeAnswers = (operation: Operation): string =>
  groupSuccesses(operation)
    .map(([content, statuses]) => part(`Answer ${statuses.join(' or ')}`, content))
    .join('')

function writeOperation(method: string, path: string, operation: Operation): string {
  const { operationId, summary } = operation
  return [
    `<details id="${operationId}"><summary><b>${method.toUpperCase()}</b><code>${escapeHTML(path)}</code>`,
    `<span>${escapeHTML(summary)}</span></summary><div>`,
    part('Access', `<p>${callers[operation['x-access']]}${writeScope(operation)}</p>`),
    writeParameters(operation),
    writeBody(operation),
    writeAnswers(operation),
    '</div></details>',
  ].join('')
}

/** The operations of a tag, ordered by path. */
function writeTag(document: ApiDocument, tag: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === tag)
      .map(([method, operation]) => writeOperation(method, path, operation)),
  )
  return `<section aria-labelledby="tag-${tag}"><h2 id="tag-${tag}">${tag}</h2>${operations.join('')}</section>`
}

/** The document as a page that needs no script and loads nothing. */
export function writeDocsPage(document: ApiDocument, jsonPath: string): string {
  const title = escapeHTML(document.info.title)
  const tags = document.tags.map(({ name }) => name)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>API · ${title}</title>`,
    `<meta name="description" content="The REST API of ${title}: all calls, parameters and responses.">`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${docsStyle}</style></head><body>`,
    `<header><h1>${title} API</h1>`,
    '<p>Every call accepts and returns JSON. Authenticate with the session cookie from <code>POST /api/login</code>, or with an API key as ',
    '<code>Authorization: Bearer hp_…</code>. ',
    'A POST with an <code>Idempotency-Key</code> is carried out only once, even if you repeat it. ',
    `The same is available as an <a href="${jsonPath}">OpenAPI document</a>.</p>`,
    `<nav aria-label="Areas"><ul>${tags.map((tag) => `<li><a href="#tag-${tag}">${tag}</a></li>`).join('')}</ul></nav>`,
    `</header><main>${tags.map((tag) => writeTag(document, tag)).join('')}</main></body></html>`,
  ].join('')
}
