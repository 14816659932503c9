import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Glob } from 'bun'
import type { Manifest } from '#web/client-build.ts'
import { bundle } from './bundle.ts'
import { collectCss } from './css.ts'
import { parseRules } from './css-rules.ts'
import { type BuiltFont, buildFonts } from './fonts.ts'

export type BuildOptions = {
  /** Minified files and compressed twins; off during development. */
  minify: boolean
  outdir: string
}

const root = resolve(import.meta.dir, '../..')
/** The inputs of a build: a change in one of them triggers a new build. */
export const inputs = [
  'src/app/web/*',
  'src/web/**/*',
  'src/features/**/{web,contract}/**/*',
  'src/features/**/{web,contract}.{ts,tsx}',
  'src/shared/**/*',
  'public/**/*',
  'scripts/build/*.ts',
  'bun.lock',
]

const fingerprint = (data: string | Uint8Array): string => Bun.hash(data).toString(36).padStart(13, '0')

/** One hash of all inputs of a build. */
async function hashSources(minify: boolean): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256').update(`${minify} ${Bun.version}`)
  const paths = (await Promise.all(inputs.map((glob) => Array.fromAsync(new Glob(glob).scan(root)))))
    .flat()
    .sort()
  for (const path of paths) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  }
  return hash.digest('hex')
}

async function current(outdir: string, sources: string): Promise<Manifest | null> {
  const file = Bun.file(join(outdir, 'manifest.json'))
  if (!(await file.exists())) return null
  const manifest: Manifest = await file.json()
  return manifest.sources === sources ? manifest : null
}

const face = ({ family, weights, characters }: BuiltFont, href: string): string =>
  `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:${weights};src:url(${href}) format("woff2");unicode-range:${characters}}`

async function writeFonts(outdir: string): Promise<{ faces: string; preload: string[] }> {
  const fonts = await buildFonts(join(root, 'node_modules/.cache/fonts'))
  const faces: string[] = []
  const preload: string[] = []
  for (const font of fonts) {
    if (font.isInline) {
      faces.push(face(font, `"data:font/woff2;base64,${Buffer.from(font.data).toString('base64')}"`))
      continue
    }
    const href = `/assets/${font.file}-${fingerprint(font.data)}.woff2`
    await Bun.write(join(outdir, href), font.data)
    faces.push(face(font, href))
    if (font.file === 'geist-latin') preload.push(href)
  }
  return { faces: faces.join('\n'), preload }
}

const compressible = /\.(js|css|svg|txt|json|webmanifest)$/
const worthwhile = 512

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function writeTwin(path: string): Promise<void> {
  const data = await Bun.file(path).bytes()
  if (data.length < worthwhile) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  }
  const [br, gz] = await Promise.all([toBrotli(data, { params }), toGzip(data, { level: 9 })])
  await Promise.all([Bun.write(`${path}.br`, br), Bun.write(`${path}.gz`, gz)])
}

/** Puts `.br` and `.gz` beside every file that gets smaller, in parallel on other threads. */
async function writeTwins(outdir: string): Promise<void> {
  const paths = await readdir(outdir, { recursive: true })
  const wanted = paths.filter(
    (path) => compressible.test(path) && path !== 'manifest.json' && path !== 'css-rules.json',
  )
  await Promise.all(wanted.map((path) => writeTwin(join(outdir, path))))
}

async function copyPublic(outdir: string): Promise<void> {
  for await (const path of new Glob('**/*').scan(join(root, 'public'))) {
    await Bun.write(join(outdir, path), Bun.file(join(root, 'public', path)))
  }
}

async function buildInto(draft: string, sources: string, minify: boolean): Promise<Manifest> {
  await mkdir(join(draft, 'assets'), { recursive: true })
  const [scripts, fonts] = await Promise.all([bundle({ root, outdir: draft, minify }), writeFonts(draft)])
  const css = await collectCss(root, scripts.modules, fonts.faces)
  const cssHref = `/assets/app-${fingerprint(css)}.css`
  await Bun.write(join(draft, cssHref), css)
  await copyPublic(draft)
  const { entry, pages, liveWorker } = scripts
  const manifest: Manifest = { sources, entry, css: cssHref, fonts: fonts.preload, pages, liveWorker }
  await Bun.write(join(draft, 'css-rules.json'), JSON.stringify(parseRules(css)))
  await Bun.write(join(draft, 'manifest.json'), JSON.stringify(manifest))
  if (minify) await writeTwins(draft)
  return manifest
}

/**
 * Builds the browser side in `outdir` if an input has changed: hashed scripts, one style sheet, fonts, compressed twins,
 * `manifest.json` and the rules of the style sheet for inlining. After a failure, the last build stays.
 */
export async function buildClient({ minify, outdir }: BuildOptions): Promise<Manifest> {
  const sources = await hashSources(minify)
  const ready = await current(outdir, sources)
  if (ready) return ready
  const draft = `${outdir}.${process.pid}`
  try {
    const manifest = await buildInto(draft, sources, minify)
    await rm(outdir, { recursive: true, force: true })
    await rename(draft, outdir)
    return manifest
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The release build of the browser side, in `dist/client`. */
export const buildRelease = (): Promise<Manifest> =>
  buildClient({ minify: true, outdir: join(root, 'dist/client') })
