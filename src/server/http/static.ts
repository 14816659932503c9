import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptedCodings, type Coding, codings } from '#shared/http/codings.ts'
import { knowsEtag } from '#shared/http/etag.ts'
import { siteTypes, unknownType } from '#shared/http/media-types.ts'

/** Addresses and their files; in the compiled program these are paths inside it. */
export type Files = ReadonlyMap<string, string>

/** Every file of a folder, by its address. */
export async function listFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((path) => [path.slice(folder.length).replaceAll('\\', '/'), path]))
}

const internal = new Set(['/manifest.json', '/css-rules.json'])

type Variant = { encoding: Coding['name'] | null; path: string }
type Asset = { headers: Record<string, string>; etag: string; variants: Variant[] }

function typeOf(address: string): string {
  const type = siteTypes[address.slice(address.lastIndexOf('.') + 1)] ?? unknownType
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

async function describe(address: string, path: string, files: Files): Promise<Asset> {
  const hash = Bun.hash(await Bun.file(path).bytes()).toString(36)
  const isHashed = address.startsWith('/assets/')
  const variants: Variant[] = []
  for (const { name, suffix } of codings) {
    const twin = files.get(address + suffix)
    if (twin) variants.push({ encoding: name, path: twin })
  }
  return {
    etag: hash,
    variants: [...variants, { encoding: null, path }],
    headers: {
      'content-type': typeOf(address),
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      ...(variants.length > 0 ? { vary: 'Accept-Encoding' } : {}),
    },
  }
}

const missing = () =>
  new Response('Not found', {
    status: 404,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })

function answer(request: Request, asset: Asset): Response {
  const wanted = acceptedCodings(request.headers.get('accept-encoding')).map(({ name }) => name)
  const variant = asset.variants.find(({ encoding }) => encoding === null || wanted.includes(encoding))
  if (!variant) return missing()
  const etag = `"${asset.etag}${variant.encoding ? `-${variant.encoding}` : ''}"`
  const headers: Record<string, string> = { ...asset.headers, etag }
  if (variant.encoding) headers['content-encoding'] = variant.encoding
  if (knowsEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const file = Bun.file(variant.path)
  if (request.method !== 'HEAD') return new Response(file, { headers })
  return new Response(null, { headers: { ...headers, 'content-length': String(file.size) } })
}

/**
 * Serves the built files: precompressed, hashed ones cached forever, a 404 for a missing one under /assets. `null` for any other
 * address or method, which other handlers answer.
 */
export async function serveFiles(files: Files): Promise<(request: Request) => Response | null> {
  const assets = new Map<string, Asset>()
  for (const [address, path] of files) {
    if (internal.has(address) || /\.(br|gz)$/.test(address)) continue
    assets.set(address, await describe(address, path, files))
  }
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const { pathname } = new URL(request.url)
    const asset = assets.get(pathname)
    if (asset) return answer(request, asset)
    return pathname.startsWith('/assets/') ? missing() : null
  }
}
